package dev.nudge.job;

import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.Optional;

/// Something that a job has to report to its agent, and the state of reporting it: its end, and
/// before that questions or lines that it has found, of which it keeps the last.
public sealed interface News permits News.Ended, News.Interim {
    /// The number of the end among the news of a job, unless it was restarted in place:
    /// [Job#endNumber].
    long END = 0;

    /// Returns the number that distinguishes the news of one job: [#END] or lower for its end,
    /// otherwise from 1.
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
        /// Returns whether it is still to be reported, if it was not: the job waits for the answer,
        /// or the watch looks for more lines.
        boolean isStanding();

        Interim with(boolean isStanding, NudgeState nudge);

        /// Returns the same after an event of its nudge to this agent.
        default Interim after(NudgeEvent event, Optional<NudgeTarget> agent) {
            return with(isStanding(), nudge().after(event, agent));
        }

        /// Returns whether it has not been reported yet. What is obsolete is not reported, unless
        /// its message is already being typed: that is finished, since a half-typed one would stay
        /// in the agent's prompt forever.
        @Override
        default boolean isOpen() {
            return nudge() instanceof NudgeState.Typing || (isStanding() && nudge().isOpen());
        }

        /// Returns whether it never has to be reported again, whatever happens to the agent.
        default boolean isSettled() {
            return !isOpen() && !(nudge() instanceof NudgeState.Taken);
        }
    }

    /// The job, which is on a terminal, has asked a question; it is standing while it waits for the
    /// answer.
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

    /// The job, which is a watch, has found lines. They are standing while it looks for more; its
    /// end reports those that were not reported before.
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
            return nudge instanceof NudgeState.Pending ? lines.with(line) : lines.next(line);
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

        static FoundLines first(String line) {
            return new FoundLines(1, 1, line);
        }

        FoundLines with(String line) {
            return new FoundLines(number + 1, count + 1, line);
        }

        /// Returns the line after these, which have been reported.
        FoundLines next(String line) {
            return new FoundLines(number + 1, 1, line);
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
