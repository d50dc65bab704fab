package dev.nudge.delivery.screen;

import static dev.nudge.delivery.screen.ScreenStudio.EMPTY;
import static dev.nudge.delivery.screen.ScreenStudio.NOT_AN_AGENT;
import static dev.nudge.delivery.screen.ScreenStudio.STREAMING;
import static dev.nudge.delivery.screen.ScreenStudio.UNKNOWN;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Records screens of a real agent other than Gemini CLI, for the tests: run it with the name of
/// the agent, look at what has changed, and commit it.
public final class AgentScreens {
    private static final Path FOLDER = Path.of("src/test/resources/screens");
    private static final Duration REDRAWN = Duration.ofMillis(900);
    private static final Duration DRAWN = Duration.ofSeconds(8);
    private static final String LONG =
            "a draft that is longer than one row of this pane, so that the agent wraps it between"
                    + " two words of it";

    private final AgentProgram program;
    private final ScreenVariant variant;
    private final RealAgent agent;
    private final CountDownLatch first = new CountDownLatch(1);
    private Optional<Person> person = Optional.empty();

    private AgentScreens(AgentProgram program, ScreenVariant variant) {
        this.program = program;
        this.variant = variant;
        this.agent =
                RealAgent.of(
                        program,
                        variant.isTrueColour()
                                ? Map.of("COLORTERM", "truecolor")
                                : Map.of("NO_COLOR", "1"));
    }

    /// @param args the name of the agent; then how the names of the files begin, as in `60-light`,
    ///   for some of them only
    public static void main(String[] args) {
        AgentProgram program = AgentProgram.named(args[0]);
        List<String> wanted = List.of(args).subList(1, args.length);
        for (ScreenVariant variant : ScreenVariant.ofAgents()) {
            record(program, variant, wanted);
        }
        for (ScreenVariant variant : ScreenVariant.light()) {
            record(light(program), variant, wanted);
        }
        System.exit(0);
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

    private static void record(AgentProgram program, ScreenVariant variant, List<String> wanted) {
        if (!wanted.isEmpty() && !wanted.contains(variant.name())) {
            return;
        }
        AgentScreens screens = new AgentScreens(program, variant);
        try {
            screens.record();
        } finally {
            screens.first.countDown();
            screens.person.ifPresent(Person::close);
            screens.agent.close();
        }
    }

    private void record() {
        agent.model()
                .onUserText("run")
                .call(program.shellTool(), program.shellCall("touch a-file"));
        agent.model().onUserText("tell").reply(ScreenStudio.story());
        agent.model()
                .onUserText("think")
                .with(ModelReply.text("Half an answer.").heldBefore(first));
        agent.nudge("install", program.kind());
        program.trustNudge(agent.home());
        if (variant.isLight()) {
            agent.tmux().lightGround();
        }
        agent.start(variant.width(), variant.height());
        if (is("copilot-cli") && variant.isTrueColour()) {
            startInATerminal();
        }
        agent.awaitReady();
        agent.awaitConnected();
        drafts();
        menus();
        answers();
        working();
        leaving();
    }

    /// It asks the terminal for its colours, and draws a box if it gets them.
    private void startInATerminal() {
        agent.quit();
        if (!variant.isLight()) {
            agent.tmux().tmux("set-option", "-g", "window-style", "fg=white,bg=black");
        }
        person =
                Optional.of(Person.attach(agent.tmux(), "work", variant.width(), variant.height()));
        agent.launch();
    }

    private void drafts() {
        take("fresh", EMPTY);
        agent.type("two words");
        take("draft", "two words");
        agent.keys(program.lineKey());
        take("draft-line-end", "two words\n");
        agent.keys(program.lineKey());
        agent.type("third line");
        take("draft-lines", "two words\n\nthird line");
        clear();
        agent.type(LONG);
        take("draft-wrapped", LONG);
        clear();
        agent.type("x".repeat(150));
        take("draft-long-word", "x".repeat(150));
        clear();
        agent.type("1. first");
        take("draft-numbered", is("codex") ? UNKNOWN : draft("1. first"));
        clear();
        agent.tmux().paste(agent.pane(), "pasted");
        take("draft-pasted", "pasted");
        clear();
        take("cleared", EMPTY);
    }

    private void menus() {
        agent.type("/");
        take("slash-completion", is("copilot-cli") ? "/add-dir" : "/");
        clear();
        agent.type("@");
        take("at-completion", "@");
        clear();
        if (!is("opencode")) {
            agent.type("?");
            take("shortcuts", is("copilot-cli") ? UNKNOWN : EMPTY);
            agent.type("?");
            redrawn();
            clear();
        }
        agent.type("!");
        take("shell-mode", new PaneState.ShellMode());
        agent.type("ls");
        take("shell-mode-draft", new PaneState.ShellMode());
        clear();
        agent.keys("Escape");
        take("shell-mode-left", EMPTY);
        if (!is("opencode")) {
            agent.keys("C-r");
            take("search", searching());
            agent.keys("Escape");
            redrawn();
        }
        agent.type("/model");
        redrawn();
        agent.keys("Enter");
        take("dialog-model", new PaneState.Dialog("menu"));
        agent.keys("Escape");
        take("dialog-left", EMPTY);
        agent.tmux().tmux("copy-mode", "-t", agent.pane());
        take("copy-mode", new PaneState.CopyMode());
        agent.tmux().tmux("send-keys", "-t", agent.pane(), "-X", "cancel");
        agent.tmux().tmux("select-pane", "-d", "-t", agent.pane());
        take("input-off", new PaneState.CopyMode());
        agent.tmux().tmux("select-pane", "-e", "-t", agent.pane());
    }

    private void answers() {
        agent.submit("hello there");
        redrawn();
        agent.awaitIdle();
        take("answered", EMPTY);
        if (is("opencode")) {
            agent.keys("C-r");
            take("dialog-rename", new PaneState.Dialog("menu"));
            agent.keys("Escape");
            redrawn();
        }
        agent.submit("tell me");
        agent.awaitText("Line 40 ");
        agent.awaitIdle();
        take("long-history", EMPTY);
        agent.type("my next words");
        take("long-history-draft", "my next words");
        clear();
        agent.submit("run it");
        agent.awaitScreen(screen -> screen.contains(program.question()));
        take("dialog-run", new PaneState.Dialog("confirmation"));
        agent.keys("Escape");
        redrawn();
        agent.awaitReady();
        take("cancelled", EMPTY);
    }

    private void working() {
        agent.submit("think hard");
        agent.model().awaitUserTextContaining("think hard", Patience.LONG);
        take("streaming", STREAMING);
        agent.type("words for later");
        take("streaming-draft", new PaneState.Draft("words for later", true));
        clear();
        first.countDown();
        agent.awaitText("Half an answer.");
        agent.awaitIdle();
        take("done", EMPTY);
    }

    private void leaving() {
        if (program.suspendKey().isPresent()) {
            agent.suspend();
            take("suspended", NOT_AN_AGENT);
            agent.type("fg");
            agent.keys("Enter");
            agent.awaitReady();
            take("resumed", EMPTY);
        }
        agent.quit();
        take("quit", NOT_AN_AGENT);
        agent.type("ls; echo");
        take("quit-typed", NOT_AN_AGENT);
    }

    private boolean is(String kind) {
        return program.kind().equals(kind);
    }

    private PaneState searching() {
        return switch (program.kind()) {
            case "codex" -> UNKNOWN;
            case "claude-code" -> new PaneState.Dialog("search");
            default -> new PaneState.Search();
        };
    }

    /// Empties the prompt row by row: Ctrl+C would end an agent whose prompt is empty.
    private void clear() {
        for (int i = 0; i < 4; i++) {
            agent.keys("C-e", "C-u", "BSpace");
        }
        redrawn();
    }

    private static PaneState draft(String text) {
        return new PaneState.Draft(text, false);
    }

    private void take(String name, String draft) {
        take(name, draft(draft));
    }

    private void take(String name, PaneState state) {
        redrawn();
        awaitDrawn(state);
        new RecordedScreen(variant.name() + "-" + name, state, agent.snapshot())
                .writeTo(FOLDER.resolve(program.kind()));
    }

    /// Gives a busy machine some time. What is recorded is what is there then, as it should be or
    /// not.
    private void awaitDrawn(PaneState state) {
        ScreenClassifier classifier =
                new ScreenClassifier(AgentKinds.builtIn(program.kind()).screen());
        Instant end = Instant.now().plus(DRAWN);
        while (Instant.now().isBefore(end) && !shows(classifier, state)) {
            redrawn();
        }
    }

    private boolean shows(ScreenClassifier classifier, PaneState state) {
        PaneState seen = classifier.read(agent.snapshot()).state();
        if (seen instanceof PaneState.Draft(String text, _)
                && state instanceof PaneState.Draft(String wanted, _)) {
            return Composer.isWhole(List.of(text.split("\n", -1)), wanted);
        }
        return seen.equals(state);
    }

    private static void redrawn() {
        await().pollDelay(REDRAWN).until(() -> true);
    }
}
