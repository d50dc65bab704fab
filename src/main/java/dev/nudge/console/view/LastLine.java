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
    public static String attached(long job, boolean isDetached) {
        return isDetached
                ? "[detached from job %d, which continues]".formatted(job)
                : "[job %d has ended]".formatted(job);
    }

    public static void print(Invocation call, Object line, int code) throws IOException {
        call.caller().keepWithNext(PRINTED + code);
        call.print(line);
    }

    public static void complain(Invocation call, String message, int code) throws IOException {
        call.caller().keepWithError(PRINTED + code, Reasons.complaint(message) + "\n");
    }

    /// Returns the exit code of a command that has printed its last line; empty if it has not.
    public static Optional<Integer> code(String token) {
        return token.startsWith(PRINTED)
                ? Optional.of(Integer.valueOf(token.substring(PRINTED.length())))
                : Optional.empty();
    }
}
