package dev.nudge.job;

import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.Optional;

/// Something that a job has to report to its agent, and the state of reporting it: its end, and
/// before that questions or lines that it has found, of which it keeps the last.
public sealed interface News permits News.Ended, News.Interim {
    /// The number of a job's end among its news, unless it was restarted: [Job#endNumber].
    long END = 0;

    /// Returns its number among the news of the job: [#END] or lower for an end, else from 1.
    long number();

    /// Returns when it happened, as far as the daemon knows.
    Instant at();

    NudgeState nudge();

    /// Returns whether it has not been reported yet.
    boolean isOpen();

    /// The job has ended.
    record Ended(long number, Instant at, NudgeState nudge) implements News {
        @Override
        public boolean isOpen() {
            return nudge.isOpen();
        }
    }

    /// News of a job that has not ended. It may become obsolete before it is reported.
    sealed interface Interim extends News {
        /// Returns whether the job still waits for the answer, or the watch looks for more lines.
        boolean isStanding();

        Interim with(boolean isStanding, NudgeState nudge);

        /// Returns the same after an event of its nudge to this agent.
        default Interim after(NudgeEvent event, Optional<NudgeTarget> agent) {
            return with(isStanding(), nudge().after(event, agent));
        }

        /// Returns whether it has not been reported yet. What is obsolete is not reported, unless
        /// its message is being typed: half of it would stay in the agent's prompt forever.
        @Override
        default boolean isOpen() {
            return nudge() instanceof NudgeState.Typing || (isStanding() && nudge().isOpen());
        }

        /// Returns whether it never has to be reported again, whatever happens to the agent.
        default boolean isSettled() {
            return !isOpen() && !(nudge() instanceof NudgeState.Taken);
        }
    }

    /// The job has asked a question on its terminal; standing while it waits for the answer.
    record Asks(Question question, Instant at, boolean isStanding, NudgeState nudge)
            implements Interim {
        @Override
        public long number() {
            return question.id();
        }

        @Override
        public Asks with(boolean stands, NudgeState next) {
            return new Asks(question, at, stands, next);
        }
    }

    /// The watch has found lines; standing while it looks for more. Its end reports the rest.
    record Found(FoundLines lines, Instant at, boolean isStanding, NudgeState nudge)
            implements Interim {
        @Override
        public long number() {
            return lines.number();
        }

        @Override
        public Found with(boolean stands, NudgeState next) {
            return new Found(lines, at, stands, next);
        }

        /// Returns the next line, together with these if nothing has reported them.
        FoundLines with(String line) {
            int count = nudge instanceof NudgeState.Pending ? lines.count() + 1 : 1;
            return new FoundLines(lines.number() + 1, count, line);
        }
    }

    /// The lines that a watch has found since its last report.
    ///
    /// @param number the number of the last line among all that the watch has found, from 1
    /// @param count how many there are, from 1
    /// @param last the last line, at most 500 code points
    record FoundLines(long number, int count, String last) {
        private static final int LONGEST_LINE = 500;

        public FoundLines {
            if (number < 1 || count < 1) {
                throw new IllegalArgumentException(
                        "%d lines up to line %d".formatted(count, number));
            }
            int length = Math.min(LONGEST_LINE, last.codePointCount(0, last.length()));
            last = last.substring(0, last.offsetByCodePoints(0, length));
        }

        /// Restores them from [#text].
        public static FoundLines of(long number, int count, String text) {
            String start = start(count);
            return new FoundLines(
                    number, count, text.startsWith(start) ? text.substring(start.length()) : text);
        }

        /// Returns the text that reports them: `listening on 80`, `3 lines, the last: listening on
        /// 80`.
        public String text() {
            return start(count) + last;
        }

        private static String start(int count) {
            return count == 1 ? "" : count + " lines, the last: ";
        }
    }
}
