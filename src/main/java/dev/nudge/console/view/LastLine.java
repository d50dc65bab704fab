package dev.nudge.console.view;

import dev.nudge.console.Invocation;
import dev.nudge.job.Job;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.Optional;

/// The last line of a command, which is printed once: if this daemon dies before it has passed on
/// the exit code, the next one does only that.
public final class LastLine {
    private static final String PRINTED = "printed ";

    private LastLine() {}

    /// Returns the line about a job's end: `Job 7 failed (exit code 3).`
    public static String ended(Job job) {
        return "Job %d %s.".formatted(job.number(), job.ending());
    }

    /// Returns the line after an attachment.
    ///
    /// @param isDetached whether the person has detached from the job
    public static String attached(long job, boolean isDetached) {
        return isDetached
                ? "[detached from job %d, which continues]".formatted(job)
                : "[job %d has ended]".formatted(job);
    }

    /// Prints it.
    public static void print(Invocation invocation, Object line, int code) throws IOException {
        invocation.caller().keepWithNext(PRINTED + code);
        invocation.print(line);
    }

    /// Prints it on standard error.
    public static void complain(Invocation invocation, String message, int code)
            throws IOException {
        invocation.caller().keepWithError(PRINTED + code, Reasons.complaint(message) + "\n");
    }

    /// Returns the exit code of a command that has printed its last line; empty if it has not.
    public static Optional<Integer> code(String token) {
        return token.startsWith(PRINTED)
                ? Optional.of(Integer.valueOf(token.substring(PRINTED.length())))
                : Optional.empty();
    }
}
