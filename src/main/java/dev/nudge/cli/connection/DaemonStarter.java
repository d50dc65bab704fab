package dev.nudge.cli.connection;

import dev.nudge.daemon.DaemonProcess;
import dev.nudge.daemon.Successor;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Complaint;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// Starts a daemon in a session of its own, so that it survives the end of the caller and of its
/// terminal.
public final class DaemonStarter {
    private static final int LOG_LINES = 10;

    private final Endpoint endpoint;
    private final Release release;
    private final List<String> launcher;

    /// @param release the release of this program
    /// @param launcher the words that start this program, without a subcommand
    public DaemonStarter(Endpoint endpoint, Release release, List<String> launcher) {
        this.endpoint = endpoint;
        this.release = release;
        this.launcher = List.copyOf(launcher);
    }

    /// Starts the daemon and waits until it takes connections. Only waits if another one is
    /// starting at the same time. If the last daemon was of a newer release that is still
    /// installed, that release is started.
    ///
    /// @throws ConnectionLostException if it dies first, or leaves its place to that newer release
    ///   because that has run only since it was started
    /// @throws IOException if it cannot start; the message says why
    void start() throws IOException {
        // Before anything in it is believed, such as which program is to be started.
        StateDirectory.requireOwn(endpoint.state());
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(Successor.find(endpoint, release, launcher).orElse(launcher));
        command.add("daemon");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(new File("/"));
        // A daemon that a job starts is not part of the job, nor is the time zone of one caller
        // that
        // of the others.
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("NUDGE_JOB")
                                || name.equals("NUDGE_ARRAY_TASK")
                                || name.equals("TZ"));
        builder.redirectInput(new File("/dev/null"));
        builder.redirectErrorStream(true);
        List<String> said = new ArrayList<>();
        try (BufferedReader report = builder.start().inputReader(StandardCharsets.UTF_8)) {
            for (String line = report.readLine(); line != null; line = report.readLine()) {
                if (line.equals(DaemonProcess.READY)) {
                    return;
                }
                if (line.startsWith(DaemonProcess.SUPERSEDED)) {
                    throw new ConnectionLostException("A newer nudge has run here meanwhile.");
                }
                if (line.startsWith(DaemonProcess.WARNING)) {
                    System.err.println(Complaint.of(line));
                }
                said.add(line);
            }
        }
        if (!said.isEmpty()) {
            throw new IOException(
                    "The nudge daemon could not be started: "
                            + String.join("\n", said).replaceFirst("^nudge: ", ""));
        }
        throw new ConnectionLostException(silentEnd());
    }

    private String silentEnd() {
        return "The nudge daemon could not be started: it ended without a message%nThe end of its log (%s):%n%s"
                .formatted(endpoint.log(), logTail());
    }

    private String logTail() {
        try {
            List<String> lines = Files.readAllLines(endpoint.log());
            return String.join(
                    "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            return "(no log)";
        }
    }
}
