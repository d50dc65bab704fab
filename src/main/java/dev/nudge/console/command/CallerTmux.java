package dev.nudge.console.command;

import dev.nudge.console.Invocation;
import dev.nudge.process.ProgramStart;
import dev.nudge.process.ShortProgram;
import dev.nudge.protocol.Release;
import dev.nudge.text.ShellWords;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The tmux around a caller, which shows it menus and popups; and the quoting of text for tmux,
/// which parses it up to three times: as an argument of its client, as a format, and as a command
/// line of its own.
///
/// @param client the tmux client that shows something; empty for the one that tmux chooses
record CallerTmux(Invocation call, String client) {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /// The variables that locate the jobs. Everybody can read a command line, so nothing else is
    /// put there.
    private static final Set<String> PASSED_ON =
            Set.of(
                    "HOME",
                    "XDG_CONFIG_HOME",
                    "XDG_RUNTIME_DIR",
                    "XDG_STATE_HOME",
                    "NUDGE_DETACH_KEY",
                    "NUDGE_LC_ALL");

    /// The first version of tmux whose popups have titles.
    private static final String TITLES = "3.3";

    /// Returns a command, whose words can be added to, that shows something to the client.
    List<String> forClient(String command, String... words) {
        List<String> all = new ArrayList<>(List.of(command));
        if (!client.isEmpty()) {
            all.addAll(List.of("-c", client));
        }
        all.addAll(List.of(words));
        return all;
    }

    /// Returns what a short command of tmux prints.
    ///
    /// @throws IOException also if another user could be behind this tmux
    String ask(String... command) throws IOException {
        requireTrusted();
        return said(words(List.of(command)));
    }

    /// Returns what a program prints; empty if it is not installed.
    private String said(List<String> words) throws IOException {
        return new ShortProgram(words, LIMIT, environment(), Optional.empty()).run("").out();
    }

    /// Runs a command of tmux, and waits until what it shows has been closed.
    ///
    /// @return what tmux says about a failure, on one line; empty if there was none
    /// @throws IOException also if another user could be behind this tmux
    Optional<String> show(List<String> command) throws IOException, InterruptedException {
        requireTrusted();
        ProcessBuilder program = call.program(words(command)).redirectErrorStream(true);
        Process tmux = ProgramStart.by(program::start);
        try {
            int status = call.caller().awaiting(tmux::waitFor);
            String complaint = said(tmux);
            // The status of a popup is that of its command.
            return status == 0 || complaint.isBlank() ? Optional.empty() : Optional.of(complaint);
        } finally {
            tmux.destroy();
        }
    }

    private void requireTrusted() throws IOException {
        try {
            Tmux.requireTrusted(call.variable("TMUX"));
        } catch (TmuxException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// Returns what it has said. Its output may be kept open by a server that it has started.
    private static String said(Process tmux) throws IOException {
        InputStream out = tmux.getInputStream();
        return new String(out.readNBytes(out.available()), StandardCharsets.UTF_8)
                .lines()
                .collect(Collectors.joining(" "));
    }

    private static List<String> words(List<String> command) {
        // The tmux that the caller's PATH leads to, not the daemon's.
        List<String> words = new ArrayList<>(List.of("env", "tmux", "-u"));
        words.addAll(command);
        return words;
    }

    private Map<String, String> environment() {
        return call.hello().environment();
    }

    /// Shows a job's terminal until the user detaches or the job has ended. A popup that fails
    /// stays open, so that its error message can be read.
    ///
    /// @throws IOException if there is no such terminal, or no tmux to show it; the message says
    ///   why
    void attach(long job) throws IOException, InterruptedException {
        Path _ = call.reports().requireTerminal(job);
        if (call.variable("TMUX").isEmpty()) {
            throw new IOException(
                    "This shell is not inside tmux, so there is no place for a popup. Without one: nudge attach "
                            + job);
        }
        Optional<String> complaint = show(ofAttach(job));
        if (complaint.isPresent()) {
            throw new IOException(
                    "tmux shows no popup: %s. A popup needs a terminal that is attached to tmux. Without one: nudge attach %d"
                            .formatted(complaint.get(), job));
        }
    }

    List<String> ofAttach(long job) throws IOException {
        return popup(
                "job %d: every key goes to it, %s detaches"
                        .formatted(job, call.settings().detachKeyName()),
                nudgeWords("attach", Long.toString(job)).toArray(String[]::new));
    }

    /// Returns the tmux command that runs a program in a popup over the current window, until it
    /// ends; a popup whose program fails stays open, so that its error message can be read. No
    /// shell is involved, since the user's may be any: fish, csh.
    ///
    /// @param title the text of its border, with how to leave it; tmux 3.2 shows none
    /// @param words the program and its arguments, at least one
    List<String> popup(String title, String... words) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("display-popup", "-E", "-E", "-w", "90%", "-h", "90%"));
        Release own = new Release(said(List.of("env", "tmux", "-V")).strip(), "");
        if (!own.isOlderThan(new Release(TITLES, ""))) {
            command.addAll(List.of("-T", " " + format(title) + " "));
        }
        command.addAll(List.of(words));
        return command;
    }

    String nudge(String... arguments) {
        return ShellWords.join(nudgeWords(arguments));
    }

    /// Returns the words that run nudge. It would otherwise get the environment of the tmux server,
    /// which may lead to another state directory.
    private List<String> nudgeWords(String... arguments) {
        List<String> words = new ArrayList<>(List.of("env"));
        environment().entrySet().stream()
                .filter(e -> PASSED_ON.contains(e.getKey()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .forEach(words::add);
        words.addAll(call.services().launcher());
        words.addAll(List.of(arguments));
        return words;
    }

    /// Returns a format that expands to the text: `#` is the only special character of formats.
    static String format(String text) {
        return text.replace("#", "##");
    }

    /// Returns the words as a line that tmux parses as one command with these words.
    static String line(List<String> words) {
        return words.stream()
                .map(w -> "'" + w.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /// Returns an argument for the client, which takes a semicolon at the end as the end of the
    /// command.
    static String argument(String text) {
        return text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text;
    }
}
