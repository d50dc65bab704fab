package dev.nudge.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/// An agent in a pane, started from an interactive shell, with nudge registered as a person would
/// do it, for a user of its own and against a scripted model.
public final class RealAgent extends TestedAgent {
    static final String SHELL_PROMPT = "$ ";
    private static final Duration SHOWING = Duration.ofSeconds(10);

    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private String pane = "";
    private long connectionsBefore;

    private RealAgent(AgentProgram program, Map<String, String> more) {
        super(program, more);
        user.environment().put("PS1", SHELL_PROMPT);
        user.environment().put("PERSONS_OWN", "somebody");
    }

    /// Describes an agent for a user of its own; nothing is started or registered yet.
    public static RealAgent of(AgentProgram program) {
        return new RealAgent(program, Map.of());
    }

    /// As above, with further variables.
    public static RealAgent of(AgentProgram program, Map<String, String> more) {
        return new RealAgent(program, more);
    }

    /// Registers nudge, lets the agent trust it, and starts the agent.
    public static RealAgent started(AgentProgram program) {
        return of(program).register().connect();
    }

    /// Registers nudge, and lets the agent trust it.
    public RealAgent register() {
        String said = nudge("install", program.kind());
        if (!said.contains("nudge is registered")) {
            close();
            throw new AssertionError(said);
        }
        program.trustNudge(home());
        return this;
    }

    /// Starts the agent, and waits until it can be used. If that fails, it is closed.
    public RealAgent connect() {
        try {
            // Claude Code takes a server that needs more than a moment for its first answer for an
            // old one, without tasks.
            nudge("ps");
            start(110, 34);
            awaitConnected();
            return this;
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /// Waits until the pane has been looked at so many times.
    ///
    /// @param count as [TmuxServerFixture#looks] counts them
    public void awaitLooks(int count) {
        try {
            await().atMost(PATIENCE).until(() -> tmux.looks() >= count);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("nudge does not look at the agent.\n" + account(), e);
        }
    }

    /// Opens the pane and starts the agent in it.
    public void start(int width, int height) {
        pane = tmux.newSession(program.session(), width, height, user.environment(), shell());
        tmux.countLooks();
        launch();
    }

    /// Opens another pane and starts the agent there too; what follows is about that pane.
    public void split() {
        pane = tmux.newWindow(program.session(), user.environment(), shell());
        launch();
        awaitConnected();
    }

    private String shell() {
        return "cd '%s' && PATH='%s' exec bash --norc --noprofile -i"
                .formatted(workspace, user.environment().get("PATH"));
    }

    /// Starts the agent from the shell in its pane.
    public void launch() {
        launch(program.command());
    }

    /// Starts it there by another command.
    public void launch(String command) {
        awaitShell();
        tmux.sendLiteral(pane, command);
        keys("Enter");
    }

    /// Waits until its prompt is there, empty. What it asks at its start is answered, whether it
    /// asks before it shows its prompt or afterwards.
    public void awaitReady() {
        awaitScreen(screen -> !answers(screen) && program.emptyPrompt().matcher(screen).find());
    }

    /// Returns whether the agent has asked something; then that is answered.
    private boolean answers(String screen) {
        List<String> keys = program.startAnswer(screen);
        for (String key : keys) {
            keys(key);
            await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        }
        return !keys.isEmpty();
    }

    /// Waits until it is idle, with an empty prompt, as nudge sees it.
    public void awaitIdle() {
        awaitState(EmptyPrompt.class::isInstance);
    }

    /// Waits until nudge sees it in a state.
    public void awaitState(Predicate<PaneState> condition) {
        try {
            await().atMost(PATIENCE).until(() -> condition.test(state()));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("Not the state that is wanted.\n" + account(), e);
        }
    }

    private PaneState state() {
        return new ScreenClassifier(AgentKinds.builtIn(program.kind()).screen())
                .read(snapshot())
                .state();
    }

    /// Waits until it is ready and has asked for nudge's tools: it shows its prompt before that.
    public void awaitConnected() {
        awaitReady();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !answers(screen()) && connections() > connectionsBefore);
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        connectionsBefore = connections();
        awaitReady();
    }

    /// Lets nudge type nothing for so many seconds after a person's key, from now on, instead of
    /// for two: a file of the person's own replaces that of the agent's kind.
    ///
    /// @param seconds 1 to 60
    public void quietFor(int seconds) {
        String kind = program.kind() + ".toml";
        Path file = home().resolve(".config/nudge/agents").resolve(kind);
        Path builtIn = Path.of("src/main/resources/dev/nudge/agent/kind").resolve(kind);
        String others = AgentProgram.read(builtIn).replaceAll("(?m)^quiet_seconds .*\\n", "");
        AgentProgram.write(file, "quiet_seconds = " + seconds + "\n" + others);
    }

    /// Waits until the shell has the pane.
    public void awaitShell() {
        awaitScreen(screen -> screen.stripTrailing().endsWith(SHELL_PROMPT.strip()));
    }

    @Override
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(user.environment());
        environment.put("TMUX", tmux.socket() + ",1,0");
        return environment;
    }

    /// Types a text, waits until it is shown, and presses Enter. As a person would, begins again if
    /// the agent has lost a part of it.
    @Override
    public void submit(String text) {
        type(text);
        if (!comes(text)) {
            keys("C-u");
            type(text);
            awaitScreen(screen -> squeeze(screen).contains(squeeze(text)));
        }
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        keys("Enter");
    }

    private boolean comes(String text) {
        return isTrueSoon(() -> squeeze(screen()).contains(squeeze(text)));
    }

    /// Waits until the agent's hooks can see that something waits for it.
    public void awaitMark() {
        Path marks = user.state().resolve("pending");
        await().atMost(PATIENCE)
                .until(() -> {
                    try (Stream<Path> all = Files.list(marks)) {
                        return all.anyMatch(mark -> !mark.getFileName().toString().contains("."));
                    }
                });
    }

    /// Types a text as a person does.
    public void type(String text) {
        tmux.sendLiteral(pane, text);
    }

    /// Presses Ctrl+C until the agent has ended, and its pane shows the shell again.
    public void quit() {
        try {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(700))
                    .until(() -> {
                        boolean isGone = screen().stripTrailing().endsWith("$");
                        if (!isGone) {
                            keys("C-c");
                        }
                        return isGone;
                    });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("The agent does not end.\n" + account(), e);
        }
    }

    /// Interrupts the agent, which works. A second Escape may count for a moment only.
    public void interrupt() {
        Optional<String> question = program.beforeSecondEscape();
        if (question.isEmpty()) {
            keys("Escape");
            return;
        }
        await().atMost(PATIENCE)
                .until(() -> {
                    keys("Escape");
                    if (isTrueSoon(() -> screen().contains(question.get()))) {
                        keys("Escape");
                    }
                    return isTrueSoon(() -> state().isIdle());
                });
    }

    private static boolean isTrueSoon(Callable<Boolean> condition) {
        try {
            await().atMost(SHOWING).until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    /// Suspends the agent as its user can, and waits until the shell has the pane.
    public void suspend() {
        keys(program.suspendKey().orElseThrow());
        awaitShell();
    }

    /// Presses keys by their tmux names.
    public void keys(String... names) {
        tmux.sendKeys(pane, names);
    }

    /// Submits a prompt about which the model thinks until the latch is counted down.
    public CountDownLatch think(String prompt) {
        CountDownLatch answer = new CountDownLatch(1);
        model.onUserText(prompt).with(ModelReply.text("I have thought.").heldBefore(answer));
        submit(prompt);
        awaitRequest(prompt);
        return answer;
    }

    /// Waits until the record of a job says how far its report is.
    ///
    /// @param nudge the state begins with this word
    /// @param text a part of what was reported, and of where that is recorded
    public void awaitRecorded(long job, String nudge, String text) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> {
                    JsonNode record = user.stored(job);
                    assertThat(record.path("nudge").asString("")).startsWith(nudge);
                    assertThat(record.path("nudge_text").asString("")).contains(text);
                });
    }

    /// Has the model watch a file, and waits until the agent is idle again.
    ///
    /// @param times how many lines with `ERROR` it wants to know of
    /// @return the file, which is empty
    public Path watched(int times) throws IOException {
        Path log = Files.writeString(gate("watched.log"), "");
        model.onUserText("watch it")
                .call(
                        program.tool("watch_output"),
                        Map.of("file", log.toString(), "pattern", "ERROR", "times", times));
        submit("watch it");
        awaitRequest("watch it");
        awaitIdle();
        return log;
    }

    /// Waits until the screen fulfils a condition, and returns it.
    public String awaitScreen(Predicate<String> condition) {
        return tmux.awaitScreen(pane, condition, PATIENCE);
    }

    /// Waits until the screen contains a text.
    public String awaitText(String text) {
        return awaitScreen(screen -> screen.contains(text));
    }

    /// Waits until the screen has not changed for a second, and returns it.
    public String awaitStill() {
        AtomicReference<String> last = new AtomicReference<>("");
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    String now = screen();
                    return now.equals(last.getAndSet(now));
                });
        return screen();
    }

    /// Returns the screen.
    public String screen() {
        return String.join("\n", tmux.capture(pane));
    }

    /// Takes a picture of the pane as nudge does.
    public PaneSnapshot snapshot() {
        return tmux.snapshot(pane);
    }

    @Override
    public String account() {
        return screen() + "\n" + nudge("explain", pane) + nudge("ps", "--all") + user.log();
    }

    public TmuxServerFixture tmux() {
        return tmux;
    }

    public String pane() {
        return pane;
    }

    /// Returns a command that runs until a file is there, and then prints a variable of the
    /// person's.
    public static String until(Path gate) {
        return "while [ ! -e " + gate + " ]; do sleep 0.05; done; echo for $PERSONS_OWN";
    }

    @Override
    public void close() {
        tmux.close();
        super.close();
    }
}
