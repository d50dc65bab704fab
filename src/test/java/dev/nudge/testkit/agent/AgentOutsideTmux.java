package dev.nudge.testkit.agent;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.PlainTerminal;
import dev.nudge.testkit.ScriptedModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// An agent in a terminal without tmux, with nudge registered as a person would do it, for a user
/// of its own and against a scripted model.
public final class AgentOutsideTmux implements AutoCloseable {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Map<String, String> KEYS = Map.of("Escape", "\u001b", "Enter", "\r");

    private final AgentProgram program;
    private final ScriptedModel model = ScriptedModel.start();
    private final NudgeUser user = NudgeUser.create();
    private PlainTerminal terminal;

    private AgentOutsideTmux(AgentProgram program) {
        this.program = program;
        Path workspace = user.folder("workspace");
        user.environment().putAll(program.environment(model.baseUrl()));
        user.environment().put("PATH", program.folder() + ":" + user.environment().get("PATH"));
        program.prepare(user.folder("home"), workspace, model.baseUrl());
        user.run("install", program.kind());
        program.trustNudge(user.folder("home"));
        // A server that needs more than a moment for its first answer counts as an old one.
        user.run("ps");
        terminal = open();
    }

    private PlainTerminal open(String... arguments) {
        String command = program.folder().resolve(program.command()).toString();
        return PlainTerminal.start(
                user.folder("workspace"),
                user.environment(),
                Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new));
    }

    /// Ends the agent with its terminal, and all that it has started.
    public void quit() {
        terminal.close();
    }

    /// Starts the agent again, after [#quit()], and waits as [#started(AgentProgram)] does.
    public void restart(String... arguments) {
        long before = connections();
        terminal = open(arguments);
        awaitConnected(before);
    }

    private void awaitConnected(long before) {
        await(() -> isReady() && connections() > before);
    }

    private long connections() {
        return user.log().lines().filter(RealAgent::isGreeting).count();
    }

    /// Waits until its prompt is there, empty.
    public void awaitReady() {
        await(this::isReady);
    }

    /// Starts an agent, and waits until it is ready and has asked for nudge's tools. What it asks
    /// is answered, whether it asks before it shows its prompt or afterwards.
    public static AgentOutsideTmux started(AgentProgram program) {
        AgentOutsideTmux agent = new AgentOutsideTmux(program);
        try {
            agent.awaitConnected(0);
            return agent;
        } catch (Throwable e) {
            agent.close();
            throw e;
        }
    }

    private boolean isReady() {
        String screen = terminal.screen();
        List<String> answer = program.startAnswer(screen);
        for (String key : answer) {
            terminal.type(KEYS.getOrDefault(key, key));
            // It may drop a key that comes too early; then it asks once more.
            Awaitility.await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        }
        return answer.isEmpty() && program.emptyPrompt().matcher(screen).find();
    }

    /// Waits until a condition is true.
    public void await(Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(PATIENCE).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    terminal.screen() + "\n" + nudge("doctor") + nudge("ps", "-a") + user.log(), e);
        }
    }

    /// Runs nudge as this user outside tmux, and returns what it printed, its complaints too.
    public String nudge(String... words) {
        ProcessBuilder builder = new ProcessBuilder(NudgeUser.command(words));
        builder.environment().clear();
        builder.environment().putAll(user.environment());
        builder.redirectErrorStream(true);
        try {
            Process nudge = builder.start();
            nudge.getOutputStream().close();
            try (InputStream out = nudge.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Types a text, and waits until it is shown.
    public void type(String text) {
        terminal.type(text);
        awaitText(text);
    }

    /// Waits until the screen shows a text.
    public void awaitText(String text) {
        await(() -> squeeze(terminal.screen()).contains(squeeze(text)));
    }

    private static String squeeze(String text) {
        return text.replaceAll("[\\s\\u00a0]", "");
    }

    /// Types a text, waits until it is shown, and presses Enter.
    public void submit(String text) {
        type(text);
        Awaitility.await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        terminal.type("\r");
    }

    /// Lets the model call `run_long_command`, and returns the answer that it gets.
    ///
    /// @param task what the user asks, unlike any earlier
    public String ask(String task, String command) {
        model.onUserText(task).call(tool(), Map.of("command", command));
        long before = answers().count();
        submit(task);
        await(() -> answers().count() > before);
        return answers().toList().getLast();
    }

    private String tool() {
        return program.tool("run_long_command");
    }

    private Stream<String> answers() {
        return model.requests().stream().flatMap(r -> r.functionResponse(tool()).stream());
    }

    /// Returns a path for a file that a command waits for.
    public Path gate(String name) {
        return user.folder("gates").resolve(name);
    }

    /// Waits until the model was asked with a text that contains this part.
    public void awaitTold(String part) {
        await(() -> model.wasAsked(part));
    }

    /// Returns how many of the user's texts in the whole conversation contain this part.
    public long timesTold(String part) {
        return model.requests().getLast().userTexts().stream()
                .filter(text -> text.contains(part))
                .count();
    }

    public ScriptedModel model() {
        return model;
    }

    public NudgeUser user() {
        return user;
    }

    @Override
    public void close() {
        terminal.close();
        model.close();
        user.close();
    }
}
