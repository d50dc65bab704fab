package dev.nudge.delivery.message;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.News.FoundLines;
import dev.nudge.job.Question;
import java.time.Duration;
import java.time.Instant;

/// Something about one job, waiting to be reported to an agent.
public sealed interface Note {
    long job();

    /// Returns the caller's name for the job, of any length and with any characters; empty if none.
    String label();

    /// Returns the command as the caller gave it, of any length and with any characters.
    String command();

    /// Returns when it happened; notes are reported in this order.
    Instant at();

    /// The end of a job.
    ///
    /// @param isPointer whether the message says how to read the output instead of quoting it
    record EndNote(
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
        /// @param attempts how often it was started; only more than once is reported
        /// @param news the number of the end among the news of the job
        public record End(
                ExitStatus status,
                String stopReason,
                Duration time,
                Instant at,
                int attempts,
                long news) {}

        /// Printable lines of an output, at most [NudgeMessage#MAX_OUTPUT] code points.
        ///
        /// @param isEnd whether these are the last lines, which are shortened at their beginning
        public record Quote(String lines, boolean isEnd) {
            public static Quote start(String lines) {
                return new Quote(lines, false);
            }
        }

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

        boolean hasRun() {
            return status() instanceof ExitStatus.Exited || status() instanceof ExitStatus.Signaled;
        }

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

    /// A running job's question. It has its own message, since it may be dropped while others wait.
    record QuestionNote(long job, String label, String command, Question question, Instant at)
            implements Note {}

    /// Lines that a watch has found while it looks for more. They have their own message too.
    record FoundNote(long job, String label, String command, FoundLines lines, Instant at)
            implements Note {}
}
