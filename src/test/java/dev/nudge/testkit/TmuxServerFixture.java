package dev.nudge.testkit;

import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneSnapshot;
import dev.nudge.tmux.Tmux;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/// A tmux server on a socket of its own, with a clean environment and a HOME of its own. Every call
/// has a time limit. [#close] kills this server only, with all that runs in it.
public final class TmuxServerFixture implements AutoCloseable {
    private static final String LOOKS = "@looks";
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final TemporaryFolder folder = TemporaryFolder.create();
    private final String name =
            "nudge-test-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    private final ShortCommand commands =
            new ShortCommand(
                    Patience.LONG, CleanEnvironment.withHome(folder.folder("home").toString()));
    private final Path socket;

    /// Of the server, if that has not been started again.
    private long pid;

    private TmuxServerFixture(List<String> configuration) {
        Unchecked.run(() -> Files.write(folder.path().resolve("tmux.conf"), configuration));
        String path = tmux("start-server", ";", "display-message", "-p", "#{socket_path}");
        socket = Path.of(path.strip());
    }

    /// Starts a server that counts windows and panes from 0, as tmux does by default.
    public static TmuxServerFixture start() {
        return new TmuxServerFixture(basics());
    }

    /// Starts a server that counts windows and panes from 1, as many users have it.
    public static TmuxServerFixture startCountingFromOne() {
        List<String> configuration = new ArrayList<>(basics());
        configuration.add("set -g base-index 1");
        configuration.add("setw -g pane-base-index 1");
        return new TmuxServerFixture(configuration);
    }

    /// Lets panes have dark text on a light ground, which tmux also answers to programs that ask.
    public void lightGround() {
        tmux("set-option", "-g", "window-style", "fg=black,bg=white");
    }

    /// Opens a session with one detached window of this size and returns the id of its pane.
    ///
    /// @param environment added to the environment of the pane
    /// @param command a command line for the shell
    public String newSession(
            String session,
            int width,
            int height,
            Map<String, String> environment,
            String command) {
        List<String> arguments = new ArrayList<>(List.of("new-session", "-d", "-s", session));
        arguments.addAll(List.of("-x", Integer.toString(width), "-y", Integer.toString(height)));
        return newPane(arguments, environment, command);
    }

    /// Opens another window in a session and returns the id of its pane.
    public String newWindow(String session, Map<String, String> environment, String command) {
        return newPane(
                List.of("new-window", "-d", "-t", "=" + session + ":"), environment, command);
    }

    /// Splits the window of a pane and returns the id of the new pane.
    public String splitWindow(String pane, Map<String, String> environment, String command) {
        return newPane(List.of("split-window", "-d", "-t", pane), environment, command);
    }

    /// Sends keys by their tmux names (`Enter`, `C-c`, `Escape`).
    public void sendKeys(String pane, String... keys) {
        List<String> command = new ArrayList<>(List.of("send-keys", "-t", pane));
        command.addAll(List.of(keys));
        tmux(command);
    }

    /// Types text as it is.
    public void sendLiteral(String pane, String text) {
        String safe = text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text;
        tmux("send-keys", "-t", pane, "-l", "--", safe);
    }

    /// Types a line and presses Enter.
    public void enter(String pane, String line) {
        sendLiteral(pane, line);
        sendKeys(pane, "Enter");
    }

    /// Pastes text with the markers of a bracketed paste, if the program asked for them.
    public void paste(String pane, String text) {
        tmux("set-buffer", "-b", "test", "--", text);
        tmux("paste-buffer", "-p", "-d", "-b", "test", "-t", pane);
    }

    /// Counts from now on how often somebody reads what a pane shows, be it the test.
    public void countLooks() {
        tmux("set-option", "-g", LOOKS, "0");
        String increment = "set-option -gF %1$s '#{e|+:#{%1$s},1}'".formatted(LOOKS);
        tmux("set-hook", "-g", "after-capture-pane", increment);
    }

    /// Returns how often somebody has done so.
    public int looks() {
        return Integer.parseInt(tmux("show-options", "-gv", LOOKS).strip());
    }

    /// Returns the visible rows, trailing blanks removed.
    public List<String> capture(String pane) {
        return Arrays.asList(tmux("capture-pane", "-p", "-t", pane).split("\n", -1));
    }

    /// Takes a picture of the pane as the main code does.
    public PaneSnapshot snapshot(String pane) {
        PaneAddress address = address(pane);
        return new Tmux(address.socket(), "tmux", Patience.LONG)
                .snapshot(address)
                .orElseThrow(() -> new AssertionError("no pane " + pane));
    }

    /// Returns what the main code has for this server, with the time limit of tests for each call.
    public Tmux patient() {
        return new Tmux(socket(), "tmux", Patience.LONG);
    }

    /// Waits until the visible rows, joined with newlines, fulfil the condition, and returns them.
    ///
    /// @throws AssertionError with the last screen, after the time limit
    public String awaitScreen(String pane, Predicate<String> condition, Duration limit) {
        try {
            return await().atMost(limit)
                    .pollDelay(Duration.ZERO)
                    .until(() -> String.join("\n", capture(pane)), condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "The screen did not come in %s. Title: %s. Last screen:%n%s"
                            .formatted(limit, paneTitle(pane), String.join("\n", capture(pane))),
                    e);
        }
    }

    /// Returns the title that the pane's program has set, without trailing blanks.
    public String paneTitle(String pane) {
        return displayMessage(pane, "#{pane_title}").strip();
    }

    /// Expands a tmux format for a pane.
    public String displayMessage(String pane, String format) {
        String text = tmux("display-message", "-p", "-t", pane, format);
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    /// Returns the address of a pane as the main code names it.
    public PaneAddress address(String pane) {
        if (new ProcessTable().identify(pid).isEmpty()) {
            pid = Long.parseLong(displayMessage(pane, "#{pid}"));
        }
        return new PaneAddress(socket, pid, pane);
    }

    /// Returns the socket of this server.
    public Path socket() {
        return socket;
    }

    /// Returns the value of `-L` that leads to this server.
    public String socketName() {
        return name;
    }

    /// Runs any tmux command on this server and returns its output.
    ///
    /// @throws AssertionError if it fails or takes longer than [Patience#LONG]
    public String tmux(String... arguments) {
        return tmux(List.of(arguments));
    }

    @Override
    public void close() {
        try {
            tmux("kill-server");
            // tmux leaves it behind.
            Unchecked.run(() -> Files.deleteIfExists(socket));
        } finally {
            folder.close();
        }
    }

    private String tmux(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.addAll(
                List.of("tmux", "-L", name, "-f", folder.path().resolve("tmux.conf").toString()));
        command.addAll(arguments);
        return commands.run(command);
    }

    private String newPane(
            List<String> arguments, Map<String, String> environment, String command) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("-c", folder.path().toString(), "-P", "-F", "#{pane_id}"));
        environment.forEach((key, value) -> all.addAll(List.of("-e", key + "=" + value)));
        all.add(command);
        return tmux(all).strip();
    }

    private static List<String> basics() {
        return List.of(
                "set -s exit-empty off",
                "set -g default-shell /bin/sh",
                "set -g history-limit 5000");
    }
}
