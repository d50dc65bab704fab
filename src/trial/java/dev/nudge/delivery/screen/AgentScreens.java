package dev.nudge.delivery.screen;

import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Records screens of a real agent for the tests, by the scenes in `screens/gemini-cli.scenes` and
/// `screens/others.scenes`: run it with the name of the agent, look at what has changed, and commit
/// it.
///
/// A line `== VARIANTS | NAME | START` begins a scene, for which the agent is started in panes of
/// these variants, with an argument or with settings; several such lines share the steps below
/// them, a line each, in which `NAME` stands for the name. A step may begin with the agents or the
/// variants for which alone it is meant, `codex,60-light: `, or not, `!codex: `.
public final class AgentScreens {
    private static final Path FOLDER = Path.of("src/test/resources/screens");
    private static final String GEMINI = "gemini-cli";
    private static final Duration DRAWN = Duration.ofSeconds(8);
    private static final Pattern CONDITION =
            Pattern.compile("(?<not>!?)(?<of>[a-z0-9-]+(?:,[a-z0-9-]+)*): (?<step>.*)");
    private static final PaneState EMPTY = new PaneState.EmptyPrompt();
    private static final ConditionFactory WAIT = await().atMost(Patience.LONG);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String QUESTION =
            """
            {"questions": [{"question": "Which colour do you like?", "header": "Colour", "type": "choice", "options": [
              {"label": "Red", "description": "like fire"}, {"label": "Blue", "description": "like water"}]}]}
            """;

    private final AgentProgram program;
    private final Variant variant;
    private final boolean isGemini;
    private final Stage stage;
    private final TmuxServerFixture tmux;

    /// Holds the answer to `think` back before its text.
    private final CountDownLatch first = new CountDownLatch(1);

    /// Holds it back after its text.
    private final CountDownLatch second;

    private AgentScreens(AgentProgram program, Variant variant, Scene scene) {
        this.program = variant.isLight() ? light(program) : program;
        this.variant = variant;
        this.isGemini = program.kind().equals(GEMINI);
        this.second = new CountDownLatch(isGemini ? 1 : 0);
        this.stage = isGemini ? gemini(scene) : other();
        this.tmux = stage.agent().tmux();
    }

    /// A pane to record in: its columns, and what is unusual about it. So its screens' names begin.
    private record Variant(String name) {
        int width() {
            return Integer.parseInt(name.split("-", 2)[0]);
        }

        int height() {
            return name.endsWith("low") ? 8 : width() == 40 || width() == 60 ? 36 : 30;
        }

        boolean isLight() {
            return name.endsWith("light");
        }

        /// Whether the agent is told that there is 24-bit colour.
        boolean isTrueColour() {
            return isLight() || name.endsWith("colour");
        }
    }

    private record Scene(List<Variant> variants, String name, String start) {
        static Scene of(String header) {
            String[] parts = (header.substring(2) + "||").split("\\|", 4);
            List<Variant> variants =
                    Stream.of(parts[0].strip().split(" ")).map(Variant::new).toList();
            return new Scene(variants, parts[1].strip(), parts[2].strip());
        }

        /// Returns the settings with which the agent is started.
        Map<String, Object> settings() {
            return JSON.readValue(start.startsWith("{") ? start : "{}", new TypeReference<>() {});
        }

        List<String> arguments() {
            return start.startsWith("-") ? List.of(start) : List.of();
        }
    }

    /// @param args the name of the agent; then the variants, for some of them only
    public static void main(String[] args) throws IOException {
        String kind = args[0];
        List<String> wanted = List.of(args).subList(1, args.length);
        String file = (kind.equals(GEMINI) ? GEMINI : "others") + ".scenes";
        List<Scene> scenes = new ArrayList<>();
        List<String> steps = new ArrayList<>();
        for (String line : Files.readAllLines(FOLDER.resolve(file))) {
            if (line.startsWith("==") && !steps.isEmpty()) {
                record(kind, wanted, scenes, steps);
                scenes.clear();
                steps.clear();
            }
            if (line.startsWith("==")) {
                scenes.add(Scene.of(line));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                steps.add(line);
            }
        }
        record(kind, wanted, scenes, steps);
        System.exit(0);
    }

    private static void record(
            String kind, List<String> wanted, List<Scene> scenes, List<String> steps) {
        for (Scene scene : scenes) {
            for (Variant variant : scene.variants()) {
                if (wanted.isEmpty() || wanted.contains(variant.name())) {
                    AgentScreens screens =
                            new AgentScreens(AgentProgram.named(kind), variant, scene);
                    try {
                        steps.forEach(step -> screens.play(step.replace("NAME", scene.name())));
                    } finally {
                        screens.first.countDown();
                        screens.second.countDown();
                        screens.stage.close().run();
                    }
                }
            }
        }
    }

    /// Codex and Copilot CLI take the colours of the terminal.
    private static AgentProgram light(AgentProgram program) {
        return switch (program.kind()) {
            case "claude-code" -> new ClaudeCode("light");
            case "opencode" -> new Opencode("opencode", "light");
            case "qwen-code" -> new QwenCode("Qwen Light", false);
            default -> program;
        };
    }

    /// An agent in a pane, and what ends both.
    private record Stage(RealAgent agent, Runnable close) {
        String pane() {
            return agent.pane();
        }
    }

    /// Has the extension `greeter`.
    private Stage gemini(Scene scene) {
        Map<String, Object> settings = scene.settings();
        if (variant.isLight()) {
            settings.put("ui", Map.of("theme", "Default Light"));
        }
        RealAgent agent =
                RealAgent.of(
                        new GeminiCli(settings),
                        variant.isTrueColour() ? Map.of("COLORTERM", "truecolor") : Map.of());
        if (variant.isLight()) {
            agent.tmux().lightGround();
        }
        ScriptedModel model = agent.model();
        script(model);
        model.onUserText("read").call("run_shell_command", program.shellCall("cat; echo done"));
        model.onUserText("then").call("run_shell_command", Map.of("command", "touch a-file"));
        model.onUserText("edit")
                .call("write_file", Map.of("file_path", "notes.txt", "content", "one\ntwo\n"));
        model.onUserText("greet").call("mcp_greeter_greet", Map.of());
        model.onUserText("ask")
                .call("ask_user", JSON.readValue(QUESTION, new TypeReference<>() {}));
        GeminiCli.link(agent.home(), Path.of("src/test/resources/extensions/greeter"));
        String command = String.join(" ", "gemini", String.join(" ", scene.arguments()));
        agent.start(variant.width(), variant.height(), command);
        return new Stage(agent, agent::close);
    }

    private Stage other() {
        Map<String, String> colours =
                variant.isTrueColour() ? Map.of("COLORTERM", "truecolor") : Map.of("NO_COLOR", "1");
        RealAgent agent = RealAgent.of(program, colours);
        script(agent.model());
        agent.register();
        if (variant.isLight()) {
            agent.tmux().lightGround();
        }
        agent.start(variant.width(), variant.height());
        Runnable end = agent::close;
        if (program.kind().equals("copilot-cli") && variant.isTrueColour()) {
            end = inATerminal(agent);
        }
        agent.awaitReady();
        agent.awaitConnected();
        return new Stage(agent, end);
    }

    /// Starts the agent once more, which asks the terminal for its colours, and draws a box if it
    /// gets them. Returns what ends all.
    private Runnable inATerminal(RealAgent agent) {
        agent.quit();
        if (!variant.isLight()) {
            agent.tmux().tmux("set-option", "-g", "window-style", "fg=white,bg=black");
        }
        Person person = Person.attach(agent.tmux(), "work", variant.width(), variant.height());
        agent.launch();
        return () -> {
            person.close();
            agent.close();
        };
    }

    private void script(ScriptedModel model) {
        model.onUserText("run").call(program.shellTool(), program.shellCall("touch a-file"));
        model.onUserText("think")
                .with(ModelReply.text("Half an answer.").heldBefore(first).heldAfter(second));
        // Lines that differ: an agent takes repetition for a loop.
        model.onUserText("tell")
                .reply(
                        IntStream.rangeClosed(1, 40)
                                .mapToObj(i ->
                                        "Line %d is the square root of %d.".formatted(i, i * i))
                                .collect(Collectors.joining("\n\n")));
    }

    private void play(String line) {
        Matcher condition = CONDITION.matcher(line);
        boolean isBound = condition.matches();
        if (isBound && isOfThis(condition.group("of")) != condition.group("not").isEmpty()) {
            return;
        }
        String[] step = (isBound ? condition.group("step") : line).split(" ", 2);
        String what = step.length > 1 ? step[1].replace("\\n", "\n") : "";
        switch (step[0]) {
            case "type" -> type(what);
            case "press" -> List.of(what.split(" ")).forEach(this::press);
            case "break" -> press("C-j");
            case "paste" -> tmux.paste(stage.pane(), what);
            case "submit" -> stage.agent().submit(what);
            case "command" -> {
                Path fresh =
                        RecordedScreen.folder(program.kind())
                                .resolve(variant.name() + "-fresh.txt");
                type(what.replace("FRESH", fresh.toAbsolutePath().toString()));
                press("Enter");
            }
            case "clear" -> clear();
            case "take" -> take(step[1].split(" ", 2), "");
            case "draft" -> take(step[1].split(" ", 2), "Draft working=false text=");
            case "ready" -> stage.agent().awaitReady();
            case "quit" -> stage.agent().quit();
            case "idle" -> WAIT.until(() -> read(tmux.snapshot(stage.pane())).equals(EMPTY));
            case "title" -> WAIT.until(() -> tmux.paneTitle(stage.pane()).contains(what));
            case "text" -> awaitFound(Pattern.quote(what));
            case "find" -> awaitFound(what);
            case "question" -> awaitFound(Pattern.quote(program.question()));
            case "asked" -> stage.agent().model().awaitUserTextContaining(what, Patience.LONG);
            case "answer" -> first.countDown();
            case "imitate" -> stage.agent().model().onUserText(what).reply(imitation());
            case "tmux" -> tmux.tmux(what.replace("PANE", stage.pane()).split(" "));
            default -> throw new IllegalArgumentException(line);
        }
    }

    private boolean isOfThis(String names) {
        List<String> all = List.of(names.split(","));
        return all.contains(program.kind()) || all.contains(variant.name());
    }

    private void type(String text) {
        tmux.sendLiteral(stage.pane(), text);
        redrawn();
    }

    private void press(String key) {
        tmux.sendKeys(stage.pane(), key);
        redrawn();
    }

    /// Empties the prompt row by row: Ctrl+C would end an agent whose prompt is empty.
    private void clear() {
        for (int i = 0; i < 4; i++) {
            tmux.sendKeys(stage.pane(), "C-e", "C-u", "BSpace");
        }
        redrawn();
    }

    private void redrawn() {
        await().pollDelay(Duration.ofMillis(isGemini ? 500 : 900)).until(() -> true);
    }

    private void awaitFound(String pattern) {
        Pattern wanted = Pattern.compile(pattern);
        String _ =
                tmux.awaitScreen(
                        stage.pane(), screen -> wanted.matcher(screen).find(), Patience.LONG);
    }

    /// Records what is there once it looks as it should; on a busy machine that takes some time.
    /// After that, it is recorded as it is.
    ///
    /// @param words the name of the screen, and the end of the words for the state
    private void take(String[] words, String begin) {
        PaneState state = RecordedScreen.state(begin + words[1]);
        Instant end = Instant.now().plus(DRAWN);
        do {
            redrawn();
        } while (Instant.now().isBefore(end) && !shows(state));
        new RecordedScreen(variant.name() + "-" + words[0], state, tmux.snapshot(stage.pane()))
                .writeTo(RecordedScreen.folder(program.kind()));
    }

    private boolean shows(PaneState state) {
        PaneState seen = read(tmux.snapshot(stage.pane()));
        return (seen instanceof PaneState.Draft(String text, _)
                        && state instanceof PaneState.Draft(String wanted, _))
                ? Composer.isWhole(List.of(text.split("\n", -1)), wanted)
                : seen.equals(state);
    }

    private PaneState read(PaneSnapshot screen) {
        return new ScreenClassifier(AgentKinds.builtIn(program.kind()).screen())
                .read(screen)
                .state();
    }

    /// Returns an answer that looks like the agent's empty prompt, as it is and as a block of code.
    private String imitation() {
        PaneSnapshot fresh =
                RecordedScreen.named(program.kind(), variant.name() + "-fresh").snapshot();
        int prompt = fresh.cursor().y();
        String composer = String.join("\n", fresh.rows().subList(prompt - 4, prompt + 4));
        return composer + "\n\n```\n" + composer + "\n```\n";
    }
}
