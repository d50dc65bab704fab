package dev.nudge.testkit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The real Gemini CLI in a pane of a [TmuxServerFixture], talking to a [ScriptedModel]. It is
/// started from an interactive shell, so that the pane lives on with a shell prompt when the agent
/// ends. Close it before its tmux server.
public final class GeminiAgent implements AutoCloseable {
    static final String SHELL_PROMPT = "$ ";

    /// How long the agent may take for anything that it does at once.
    public static final Duration PATIENCE = Patience.LONG;

    /// The agent takes an Enter within 30 ms of a key for a line break, and 40 ms after a paste.
    private static final Duration BEFORE_ENTER = Duration.ofMillis(80);

    /// Where the text of the prompt begins in a row.
    private static final int INDENT = 3;

    private static final Pattern EMPTY_PROMPT =
            Pattern.compile("(?m)^ ?[>*!] +(Type your message|Press '(i|Esc)' for )");

    private final TmuxServerFixture tmux;
    private final String pane;
    private final GeminiHome home;
    private final boolean isOwnHome;
    private final List<String> arguments;
    private boolean isClosed;

    GeminiAgent(
            TmuxServerFixture tmux,
            String pane,
            GeminiHome home,
            boolean isOwnHome,
            List<String> arguments) {
        this.tmux = tmux;
        this.pane = pane;
        this.home = home;
        this.isOwnHome = isOwnHome;
        this.arguments = arguments;
    }

    /// Begins to describe an agent.
    public static GeminiSetup in(TmuxServerFixture tmux, ScriptedModel model) {
        return new GeminiSetup(tmux, model);
    }

    /// Waits until the prompt is there, empty.
    ///
    /// @throws AssertionError with the last screen, after [#PATIENCE]; the agent has been closed
    ///   then
    public GeminiAgent awaitReady() {
        try {
            awaitScreen(screen -> EMPTY_PROMPT.matcher(screen).find());
            return this;
        } catch (AssertionError e) {
            close();
            throw e;
        }
    }

    /// Types text as it is, in one burst, without Enter.
    public void type(String text) {
        tmux.sendLiteral(pane, text);
    }

    /// Presses Enter, late enough after what was typed that the agent takes it for Enter.
    public void enter() {
        await().pollDelay(BEFORE_ENTER).until(() -> true);
        keys("Enter");
    }

    /// Presses keys by their tmux names.
    public void keys(String... names) {
        tmux.sendKeys(pane, names);
    }

    /// Types a prompt into the empty prompt as a human does (in a burst the agent drops a `?` and
    /// takes a `!` for shell mode), waits until it is on the screen, and presses Enter.
    ///
    /// Enter submits what the handler of keys knows, which may be less than what the screen shows:
    /// the agent draws first, and gives the handler the new text later. It has it before it draws
    /// again, so a blank, which is not submitted, is typed and waited for. That only the cursor
    /// shows, which the agent draws where there is the focus: a person who types has it, but one
    /// whose terminal was closed has left the agent without. While a drawing is unfinished, the
    /// cursor is somewhere else, and the next one may be higher or lower on the screen: only the
    /// right distance from the text counts.
    public void submit(String prompt) {
        tmux.tmux("send-keys", "-t", pane, "-H", "1b", "5b", "49");
        int first = prompt.offsetByCodePoints(0, 1);
        type(prompt.substring(0, first));
        awaitScreen(screen -> !EMPTY_PROMPT.matcher(screen).find());
        type(prompt.substring(first));
        String end = squeeze(prompt.substring(Math.max(0, prompt.length() - 20)));
        awaitScreen(screen -> squeeze(screen).contains(end));
        int before =
                await().atMost(PATIENCE)
                        .until(() -> distance(end), OptionalInt::isPresent)
                        .getAsInt();
        type(" ");
        awaitScreen(_ -> distance(end).equals(OptionalInt.of(before + 1)));
        enter();
    }

    /// Types a command of the agent, such as `clear`, and runs it. Enter would complete it instead
    /// as long as the menu of commands shows another one first.
    public void command(String name) {
        type("/" + name);
        Pattern first = Pattern.compile("> /%s\\W+%1$s ".formatted(name));
        awaitScreen(screen -> first.matcher(screen).find());
        enter();
    }

    /// Returns the visible rows, joined with newlines.
    public String screen() {
        return String.join("\n", tmux.capture(pane));
    }

    /// Waits until the screen contains this text, and returns the screen.
    public String awaitText(String text) {
        return awaitScreen(screen -> screen.contains(text));
    }

    /// Waits until the screen fulfils the condition, and returns it.
    public String awaitScreen(Predicate<String> condition) {
        return tmux.awaitScreen(pane, condition, PATIENCE);
    }

    /// Waits until the title of the pane contains this text.
    public void awaitTitle(String part) {
        await().atMost(PATIENCE).until(this::title, title -> title.contains(part));
    }

    /// Returns the title of the pane, without trailing blanks.
    public String title() {
        return tmux.paneTitle(pane);
    }

    /// Returns the id of the pane, `%0`.
    public String pane() {
        return pane;
    }

    /// Returns the home folder, with the workspace beside it.
    public GeminiHome home() {
        return home;
    }

    /// Returns the process id of the agent, once it has started: the process that the shell waits
    /// for, an ancestor of the MCP servers.
    public long pid() {
        return await().atMost(PATIENCE).until(this::agent, Optional::isPresent).orElseThrow().pid();
    }

    /// Starts the agent from the shell in the pane: the first time, or again after [#quit].
    public void launch() {
        awaitScreen(screen -> screen.stripTrailing().endsWith(SHELL_PROMPT.strip()));
        tmux.sendLiteral(pane, String.join(" ", "gemini", String.join(" ", arguments)));
        keys("Enter");
    }

    /// Ends the agent as a user does, with Ctrl+C, and waits until the shell is back.
    public void quit() {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(400))
                .until(() -> {
                    boolean isGone = agent().isEmpty();
                    if (!isGone) {
                        keys("C-c");
                    }
                    return isGone;
                });
        awaitScreen(screen -> screen.stripTrailing().endsWith(SHELL_PROMPT.strip()));
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        Optional<ProcessHandle> agent = agent();
        List<ProcessHandle> below = agent.stream().flatMap(ProcessHandle::descendants).toList();
        tmux.tmux("kill-pane", "-t", pane);
        agent.ifPresent(GeminiAgent::awaitEnd);
        below.forEach(GeminiAgent::awaitEnd);
        if (isOwnHome) {
            home.close();
        }
    }

    /// A job or a daemon that left the agent's process group outlives the pane; it is not waited
    /// for once it has another parent.
    private static void awaitEnd(ProcessHandle process) {
        await().atMost(PATIENCE)
                .until(() ->
                        !process.isAlive() || process.parent().map(p -> p.pid() == 1).orElse(true));
    }

    private Optional<ProcessHandle> agent() {
        long shell = Long.parseLong(tmux.displayMessage(pane, "#{pane_pid}"));
        return ProcessHandle.of(shell).stream()
                .flatMap(ProcessHandle::children)
                .filter(ProcessHandle::isAlive)
                .findFirst();
    }

    /// Returns how many columns the cursor is behind a text at the end of the prompt; empty if it
    /// is not there. In the empty row, to which a text as wide as the prompt moves it, there is one
    /// more.
    ///
    /// @param end without blanks
    private OptionalInt distance(String end) {
        List<Integer> cursor =
                Pattern.compile(" ")
                        .splitAsStream(tmux.displayMessage(pane, "#{cursor_x} #{cursor_y}"))
                        .map(Integer::valueOf)
                        .toList();
        List<String> rows = screen().lines().limit(cursor.getLast() + 1L).toList();
        String row = rows.size() > cursor.getLast() ? rows.getLast().stripTrailing() : "";
        int distance = cursor.getFirst() - (row.isEmpty() ? INDENT - 1 : row.length());
        return distance >= 0 && squeeze(String.join("", rows)).endsWith(end)
                ? OptionalInt.of(distance)
                : OptionalInt.empty();
    }

    private static String squeeze(String text) {
        return text.replaceAll("\\s", "");
    }
}
