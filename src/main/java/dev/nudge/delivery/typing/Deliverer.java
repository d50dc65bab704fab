package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.tmux.PaneGlance;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Delivers waiting notes to one agent, one message per attempt.
interface Deliverer {
    /// Makes one attempt.
    ///
    /// @throws IOException if the outbox cannot record a step; text is recorded before it is typed
    /// @throws dev.nudge.tmux.TmuxException if tmux does not answer
    Attempt attempt() throws IOException;

    /// Returns a sentence for the people at the terminal that says which notes wait, and for what;
    /// empty if none waits, or no terminal is known.
    default Optional<String> waiting() {
        return Optional.empty();
    }

    /// The next step after an attempt to deliver.
    sealed interface Attempt {
        /// Nothing: everything is delivered, or the agent, its pane or its server is gone.
        record Over() implements Attempt {}

        /// Look again at once: something was delivered or decided.
        record Advanced() implements Attempt {}

        /// Wait until the pane has changed, but no longer than the limit.
        record NotNow(PaneGlance glance, Duration limit) implements Attempt {
            static NotNow since(Look.Shown shown, Duration limit) {
                return new NotNow(PaneGlance.of(shown.snapshot()), limit);
            }
        }

        /// Wait for this time: a person has just pressed a key, or a second look will show more.
        record Quiet(Duration time) implements Attempt {}
    }

    /// The pause before the next look at an agent that announces nothing: it doubles each time.
    final class GrowingPause {
        static final Duration LONGEST = Duration.ofSeconds(15);

        private final Duration shortest;
        private Duration next;

        GrowingPause(Duration shortest) {
            this.shortest = shortest;
            this.next = shortest;
        }

        Attempt before() {
            Duration now = next;
            next = Collections.min(List.of(next.multipliedBy(2), LONGEST));
            return new Attempt.Quiet(now);
        }

        void reset() {
            next = shortest;
        }
    }

    /// Counts an agent's messages in a row while ends wait: the last one reports all that are left.
    final class MessageRow {
        private int length;

        NudgeMessage next(List<Note> notes) {
            return NudgeMessage.of(notes, NudgeMessage.MOST_IN_A_ROW - length);
        }

        /// Counts a message that was delivered. The row ends when no end of a job waits.
        void count(List<Note> told, List<Note> waiting) {
            long ends = ends(told);
            if (ends > 0) {
                length = ends == ends(waiting) ? 0 : (length + 1) % NudgeMessage.MOST_IN_A_ROW;
            }
        }

        private static long ends(List<Note> notes) {
            return notes.stream().filter(EndNote.class::isInstance).count();
        }
    }
}
