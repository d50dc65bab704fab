package dev.nudge.testkit;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// The first half of a rule of a [ScriptedModel]: which requests it is for. Each method completes
/// it and adds it to the model.
public final class ModelRule {
    private final Predicate<ModelRequest> condition;
    private final BiConsumer<Predicate<ModelRequest>, Function<ModelRequest, ModelReply>> script;

    ModelRule(
            Predicate<ModelRequest> condition,
            BiConsumer<Predicate<ModelRequest>, Function<ModelRequest, ModelReply>> script) {
        this.condition = condition;
        this.script = script;
    }

    /// Answers such a request with this text.
    public void reply(String text) {
        with(ModelReply.text(text));
    }

    /// Answers such a request with a call of this tool.
    public void call(String tool, Map<String, Object> args) {
        with(ModelReply.call(tool, args));
    }

    /// Answers such a request with this reply.
    public void with(ModelReply reply) {
        with(_ -> reply);
    }

    /// Answers such a request with what the function makes of it. It runs on the connection's
    /// thread.
    public void with(Function<ModelRequest, ModelReply> reply) {
        script.accept(condition, reply);
    }
}
