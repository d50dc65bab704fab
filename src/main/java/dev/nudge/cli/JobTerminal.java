package dev.nudge.cli;

import dev.nudge.protocol.Response;
import dev.nudge.protocol.TerminalConnection;
import java.io.IOException;
import java.nio.file.Path;

/// Finds the terminal of a job.
final class JobTerminal {
    private JobTerminal() {}

    /// Connects to it.
    ///
    /// @throws IOException if the job has none, or has ended; the message says what to do
    static TerminalConnection of(long number) throws IOException {
        Response.JobFound found = SelectedJobs.found(number);
        if (found.terminal() != null) {
            return TerminalConnection.open(Path.of(found.terminal()));
        }
        if (found.job().state().equals("ended")) {
            throw new JobEndedException(number);
        }
        throw new IOException(
                "Job %d has no terminal. To give it one, start it with: nudge run --pty"
                        .formatted(number));
    }
}
