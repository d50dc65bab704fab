package dev.nudge.testkit.agent;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.PaneState.Streaming;
import dev.nudge.delivery.screen.ScreenClassifier;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/// An agent in a pane, started from an interactive shell, with nudge registered as a person would
/// do it, for a user of its own and against a scripted model.
public final class RealAgent extends TestedAgent {
    static final String SHELL_PROMPT = "$ ";
    private static final Duration SHOWING = Duration.ofSeconds(10);

    private final TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();
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
        return orClosed(this::registerNudge);
    }

    /// Starts the agent, and waits until it can be used. If that fails, it is closed.
    public RealAgent connect() {
        return orClosed(() -> {
            // Claude Code takes a server that needs more than a moment for its first answer for an
            // old one, without tasks.
            nudge("ps");
            start(110, 34);
            awaitConnected();
        });
    }

    /// Starts the agent, and waits until it shows its prompt. If that fails, it is closed.
    public RealAgent open(int width, int height) {
        return orClosed(() -> {
            start(width, height);
            awaitReady();
        });
    }

    private RealAgent orClosed(Runnable step) {
        try {
            step.run();
            return this;
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /// Opens the pane and starts the agent in it.
    public void start(int width, int height) {
        start(width, height, program.command());
    }

    /// Opens the pane and starts the agent in it by a command.
    public void start(int width, int height, String command) {
        pane = tmux.newSession(program.session(), width, height, user.environment(), shell());
        tmux.countLooks();
        launch(command);
    }

    /// Opens another pane and starts the agent there too; what follows is about that pane.
    public void split() {
        pane = tmux.newWindow(program.session(), user.environment(), shell());
        launch();
        awaitConnected();
    }

    /// Closes its pane; what follows is about another one.
    public void leavePane(String other) {
        tmux.tmux("kill-pane", "-t", pane);
        pane = other;
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
        connectionsBefore = connections();
        tmux.sendLiteral(pane, command);
        keys("Enter");
    }

    /// Waits until it is idle, with an empty prompt, as nudge sees it.
    public void awaitIdle() {
        awaitState(EmptyPrompt.class::isInstance);
    }

    /// Waits until it shows that it works: before that, Escape means something else.
    public void awaitWorking() {
        awaitState(Streaming.class::isInstance);
    }

    /// Waits until nudge sees it in a state.
    public void awaitState(Predicate<PaneState> condition) {
        await(() -> condition.test(state()));
    }

    private PaneState state() {
        return new ScreenClassifier(AgentKinds.builtIn(program.kind()).screen())
                .read(snapshot())
                .state();
    }

    /// Waits until it is ready and has asked for nudge's tools: it shows its prompt before that.
    public void awaitConnected() {
        awaitReady();
        await(() -> !answers(screen()) && connections() > connectionsBefore);
        Patience.rest(Duration.ofSeconds(1));
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

    @Override
    public void submit(String text) {
        program.fill(this, text);
        enter();
    }

    /// Types a text and waits until it is shown. As a person would, begins again if the agent has
    /// lost a part of it.
    void fill(String text) {
        type(text);
        if (!isTrueSoon(() -> isOn(screen(), text))) {
            keys("C-u");
            type(text);
            awaitText(text);
        }
        Patience.rest(Duration.ofMillis(120));
    }

    /// Lines of the screen break wherever the length of the paths before puts them.
    private static boolean isOn(String screen, String text) {
        return squeeze(screen).contains(squeeze(text));
    }

    /// Presses Enter. Gemini CLI takes one within 30 ms of a key for a line break, and 40 ms after
    /// a paste.
    public void enter() {
        Patience.rest(Duration.ofMillis(80));
        keys("Enter");
    }

    /// Lets the agent know that it has the focus: one whose terminal was closed does not.
    public void focus() {
        tmux.tmux("send-keys", "-t", pane, "-H", "1b", "5b", "49");
    }

    /// Types a command of Gemini CLI, such as `clear`, and runs it. Enter would complete it instead
    /// as long as the menu of commands shows another one first.
    public void command(String name) {
        type("/" + name);
        Pattern first = Pattern.compile("> /%s\\W+%1$s ".formatted(name));
        awaitScreen(screen -> first.matcher(screen).find());
        enter();
    }

    /// Waits until the agent's hooks can see that something waits for it.
    public void awaitMark() {
        Path marks = user.state().resolve("pending");
        await(() -> {
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
        await(() -> {
            Patience.rest(Duration.ofMillis(400));
            boolean isGone = process().isEmpty();
            // What the agent writes last may hide the shell's prompt.
            keys(isGone ? "Enter" : "C-c");
            return isGone;
        });
        awaitShell();
    }

    /// Interrupts the agent, which works. A second Escape may count for a moment only.
    public void interrupt() {
        Optional<String> question = program.beforeSecondEscape();
        if (question.isEmpty()) {
            keys("Escape");
            return;
        }
        await(() -> {
            keys("Escape");
            if (isTrueSoon(() -> screen().contains(question.get()))) {
                keys("Escape");
            }
            return isTrueSoon(() -> state().isIdle());
        });
    }

    private static boolean isTrueSoon(Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(SHOWING).until(condition);
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

    @Override
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
        await(() -> {
            JsonNode record = user.stored(job);
            return record.path("nudge").asString("").startsWith(nudge)
                    && record.path("nudge_text").asString("").contains(text);
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
        return tmux.awaitScreen(pane, condition, Patience.LONG);
    }

    /// Waits until the screen contains a text.
    public String awaitText(String text) {
        return awaitScreen(screen -> isOn(screen, text));
    }

    /// As [#awaitText], but behind the last place of an earlier text, if that is on the screen.
    public void awaitTextBehind(String earlier, String text) {
        String _ =
                awaitScreen(screen -> {
                    int place = squeeze(screen).lastIndexOf(squeeze(earlier));
                    return squeeze(screen).substring(Math.max(0, place)).contains(squeeze(text));
                });
    }

    /// Waits until the screen has not changed for a second, and returns it.
    public String awaitStill() {
        AtomicReference<String> last = new AtomicReference<>("");
        await(() -> {
            Patience.rest(Duration.ofSeconds(1));
            String now = screen();
            return now.equals(last.getAndSet(now));
        });
        return screen();
    }

    @Override
    public String screen() {
        return String.join("\n", tmux.capture(pane));
    }

    /// Waits until the title of the pane contains this text.
    public void awaitTitle(String part) {
        await(() -> title().contains(part));
    }

    /// Returns the title of the pane, without trailing blanks.
    public String title() {
        return tmux.paneTitle(pane);
    }

    /// Returns the process id of the agent, once it has started: the process that the shell waits
    /// for, an ancestor of the MCP servers.
    public long pid() {
        await(() -> process().isPresent());
        return process().orElseThrow().pid();
    }

    private Optional<ProcessHandle> process() {
        long shell = Long.parseLong(tmux.displayMessage(pane, "#{pane_pid}"));
        return ProcessHandle.of(shell).stream()
                .flatMap(ProcessHandle::children)
                .filter(ProcessHandle::isAlive)
                .findFirst();
    }

    /// Takes a picture of the pane as nudge does.
    public PaneSnapshot snapshot() {
        return tmux.snapshot(pane);
    }

    @Override
    public String account() {
        return title()
                + "\n"
                + screen()
                + "\n"
                + nudge("explain", pane)
                + nudge("ps", "--all")
                + user.log();
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
        return "while [ ! -e " + gate + " ]; do sleep 0.1; done; echo for $PERSONS_OWN";
    }

    @Override
    public void close() {
        super.close();
        tmux.close();
    }
}
