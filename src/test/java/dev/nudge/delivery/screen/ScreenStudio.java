package dev.nudge.delivery.screen;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.GeminiSetup;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Where screens of the real Gemini CLI are recorded: a tmux server, a model, and one kind of pane.
final class ScreenStudio implements AutoCloseable {
    static final Path FOLDER = Path.of("src/test/resources/screens/gemini");
    static final String PLACEHOLDER = "Type your message or @path/to/file";
    static final PaneState EMPTY = new PaneState.EmptyPrompt();
    static final PaneState STREAMING = new PaneState.Streaming();
    static final PaneState SHELL_MODE = new PaneState.ShellMode();
    static final PaneState SHELL_FOCUS = new PaneState.ShellFocus();
    static final PaneState SEARCH = new PaneState.Search();
    static final PaneState UNKNOWN = new PaneState.Unknown();
    static final PaneState NOT_AN_AGENT = new PaneState.NotAnAgent();

    private static final Path GREETER = Path.of("src/test/resources/extensions/greeter");
    private static final Duration REDRAWN = Duration.ofMillis(500);

    private final ScreenVariant variant;
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch second = new CountDownLatch(1);
    private final ScriptedModel model = ScriptedModel.start();
    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private int sessions;

    ScreenStudio(ScreenVariant variant) {
        this.variant = variant;
        if (variant.isLight()) {
            tmux.lightGround();
        }
        model.onUserText("run").call("run_shell_command", command("touch a-file"));
        model.onUserText("read").call("run_shell_command", command("cat; echo done"));
        model.onUserText("edit")
                .call("write_file", Map.of("file_path", "notes.txt", "content", "one\ntwo\n"));
        model.onUserText("greet").call("mcp_greeter_greet", Map.of());
        model.onUserText("ask").call("ask_user", Map.of("questions", List.of(question())));
        model.onUserText("think")
                .with(ModelReply.text("Half an answer.").heldBefore(first).heldAfter(second));
        model.onUserText("tell").reply(story());
    }

    ScriptedModel model() {
        return model;
    }

    TmuxServerFixture tmux() {
        return tmux;
    }

    /// Describes an agent with the extension `greeter`, in a session of its own.
    GeminiSetup setup() {
        GeminiSetup setup =
                GeminiAgent.in(tmux, model)
                        .session("s" + ++sessions)
                        .size(variant.width(), variant.height())
                        .prepare(home -> home.linkExtension(GREETER))
                        .prepare(home -> home.mergeSettings(theme()));
        return variant.isTrueColour() ? setup.trueColour() : setup;
    }

    private Map<String, ?> theme() {
        return variant.isLight() ? Map.of("ui", Map.of("theme", "Default Light")) : Map.of();
    }

    /// Records what an agent shows with these settings.
    void with(Map<String, ?> settings, Consumer<GeminiAgent> scene) {
        try (GeminiAgent agent = setup().prepare(home -> home.mergeSettings(settings)).start()) {
            scene.accept(agent);
        }
    }

    /// Records what an agent shows with these arguments.
    void with(String argument, Consumer<GeminiAgent> scene) {
        try (GeminiAgent agent = setup().arguments(argument).start()) {
            scene.accept(agent);
        }
    }

    /// Lets the model begin its answer to `think`.
    void beginAnswer() {
        first.countDown();
    }

    /// Lets the model end its answer to `think`.
    void endAnswer() {
        second.countDown();
    }

    /// Writes the screen to a file, once the agent has had the time to draw it.
    void take(GeminiAgent agent, String name, PaneState state) {
        redrawn();
        new RecordedScreen(variant.name() + "-" + name, state, tmux.snapshot(agent.pane()))
                .writeTo(FOLDER);
    }

    void take(GeminiAgent agent, String name, String draft) {
        take(agent, name, new PaneState.Draft(draft, false));
    }

    /// Types text and waits until it is drawn.
    static void type(GeminiAgent agent, String text) {
        agent.type(text);
        redrawn();
    }

    /// Presses keys, one after the other.
    static void press(GeminiAgent agent, String... keys) {
        for (String key : keys) {
            agent.keys(key);
            redrawn();
        }
    }

    /// Submits a slash command.
    static void command(GeminiAgent agent, String command) {
        type(agent, command);
        press(agent, "Enter");
    }

    static void redrawn() {
        await().pollDelay(REDRAWN).until(() -> true);
    }

    @Override
    public void close() {
        first.countDown();
        second.countDown();
        tmux.close();
        model.close();
    }

    private static Map<String, Object> command(String command) {
        return Map.of("command", command, "description", "Does something");
    }

    /// A long answer of lines that differ: the agent takes repetition for a loop.
    static String story() {
        return IntStream.rangeClosed(1, 40)
                .mapToObj(i -> "Line " + i + " is the square root of " + i * i + ".")
                .collect(Collectors.joining("\n\n"));
    }

    private static Map<String, Object> question() {
        Map<String, Object> question = new LinkedHashMap<>();
        question.put("question", "Which colour do you like?");
        question.put("header", "Colour");
        question.put("type", "choice");
        question.put("options", List.of(option("Red", "like fire"), option("Blue", "like water")));
        return question;
    }

    private static Map<String, String> option(String label, String description) {
        return Map.of("label", label, "description", description);
    }
}
