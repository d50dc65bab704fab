package dev.nudge.console.tmux;

import dev.nudge.console.Invocation;
import dev.nudge.process.ProgramStart;
import dev.nudge.process.ShortProgram;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The tmux around a caller, which shows it menus and popups.
public final class CallerTmux {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Invocation invocation;

    public CallerTmux(Invocation invocation) {
        this.invocation = invocation;
    }

    /// Returns what a short command of tmux prints.
    ///
    /// @throws IOException also if another user could be behind this tmux
    public String ask(String... command) throws IOException {
        requireTrusted();
        return said(words(List.of(command)));
    }

    /// Returns the version, `tmux 3.4`; empty if tmux is not installed.
    String version() throws IOException {
        return said(List.of("env", "tmux", "-V")).strip();
    }

    private String said(List<String> words) throws IOException {
        return new ShortProgram(words, LIMIT, environment(), Optional.empty()).run("").out();
    }

    /// Runs a command of tmux, and waits until what it shows has been closed.
    ///
    /// @return what tmux says about a failure, on one line; empty if there was none
    /// @throws IOException also if another user could be behind this tmux
    public Optional<String> show(List<String> command) throws IOException, InterruptedException {
        requireTrusted();
        Process tmux = start(command);
        try {
            int status = invocation.caller().awaiting(tmux::waitFor);
            String complaint = said(tmux);
            // The status of a popup is that of its command.
            return status == 0 || complaint.isBlank() ? Optional.empty() : Optional.of(complaint);
        } finally {
            tmux.destroy();
        }
    }

    private void requireTrusted() throws IOException {
        try {
            Tmux.requireTrusted(invocation.variable("TMUX"));
        } catch (TmuxException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words(command)).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment());
        File directory = new File(invocation.hello().cwd());
        builder.directory(directory.isDirectory() ? directory : null)
                .redirectInput(new File("/dev/null"));
        return ProgramStart.by(builder::start);
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
        return invocation.hello().environment();
    }
}
