package dev.nudge.delivery.message;

import dev.nudge.job.ExitStatus;
import java.time.Duration;
import java.time.Instant;

/// One job's result, waiting to be reported to an agent.
///
/// @param subject the kind of job
/// @param end how it ended
/// @param output the part of its output to report; may be empty
/// @param isPointer whether the message says how to read the output instead of quoting it
public record EndNote(
        long job,
        String label,
        String command,
        Subject subject,
        End end,
        Quote output,
        boolean isPointer)
        implements Note {
    /// How a job ended, and what led to it.
    ///
    /// @param stopReason why nudge stopped the job; empty if it did not
    /// @param time how long it ran; zero is not reported
    /// @param at when the job ended
    /// @param attempts how often it was started; only more than once is reported
    /// @param news the number of the end among the news of the job
    public record End(
            ExitStatus status,
            String stopReason,
            Duration time,
            Instant at,
            int attempts,
            long news) {}

    /// A part of an output.
    ///
    /// @param lines printable lines, at most [NudgeMessage#MAX_OUTPUT] code points, the line feeds
    ///   between them included
    /// @param isEnd whether these are the last lines, so that they are shortened at their beginning
    public record Quote(String lines, boolean isEnd) {
        /// Returns the beginning of an output.
        public static Quote start(String lines) {
            return new Quote(lines, false);
        }
    }

    /// The kind of job that has ended.
    public enum Subject {
        COMMAND,
        /// A timer; the command is its note.
        TIMER,
        /// A watch; the output is the lines it has found, or why there are none.
        WATCH
    }

    @Override
    public Instant at() {
        return end.at();
    }

    public ExitStatus status() {
        return end.status();
    }

    boolean isFailure() {
        return !status().isSuccess();
    }

    /// Returns whether the command ran and ended, so that it may have output to report.
    boolean hasRun() {
        return status() instanceof ExitStatus.Exited || status() instanceof ExitStatus.Signaled;
    }

    /// Describes the end in as few words as possible.
    String shortEnd() {
        return switch (status()) {
            case ExitStatus.Exited(int code) -> "exit " + code;
            case ExitStatus.Signaled _ when isCancelled() -> "cancelled";
            case ExitStatus.Signaled(var signal) -> signal.name();
            case ExitStatus.NotStarted _ -> "failed";
            case ExitStatus.Skipped _ -> "skipped";
            case ExitStatus.Lost _ -> "lost";
        };
    }

    /// Returns whether this is a timer or a watch that was killed.
    boolean isCancelled() {
        return subject != Subject.COMMAND && status() instanceof ExitStatus.Signaled;
    }

    /// Returns whether this is a timer or a watch that ended as expected.
    boolean isAsWaitedFor() {
        return subject != Subject.COMMAND && !isFailure();
    }
}
