package dev.nudge.delivery.inbox;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.queue.ThreadQueue;
import java.time.Duration;
import java.util.Set;

/// Takes messages for an agent, which need not be typed. The agent begins a turn with a message or
/// queues it; its prompt stays as it is.
public interface Inbox {
    /// Sends a message, and waits for the answer.
    ///
    /// @param id at most 64 letters and digits; an agent that knows the id repeats its answer
    /// @param news names of the news that it reports, the same in each message about them
    /// @param text one line
    InboxAnswer send(String id, Set<String> news, String text, Duration limit);

    default Way way() {
        return Way.INBOX;
    }

    /// The answer of an agent to a message that was sent to its inbox.
    enum InboxAnswer {
        /// The agent has the message, and begins a turn with it.
        TAKEN,

        /// The agent will not get the message: the person does not want it, or nobody listens.
        REFUSED,

        /// The agent does not have the message, and takes none now: it works, or its person is
        /// about to do something else. Only some agents answer this, perhaps while they look idle.
        BUSY,

        /// Unknown: the agent has not answered, or a person is to look at the message first, so it
        /// may have the message now or later.
        NONE
    }

    /// How messages reach the inbox of an agent.
    sealed interface InboxAccess {
        record None() implements InboxAccess {}

        /// The agent takes messages from its monitor, but none runs in it now.
        record Absent() implements InboxAccess {}

        /// The agent may have an inbox. Only a connected program can tell; none is connected now.
        record Unknown() implements InboxAccess {}

        /// The agent has an inbox, but takes no messages there: its person does not want them.
        record Refusing() implements InboxAccess {}

        record Open(Inbox inbox) implements InboxAccess {}

        /// The agent has a queue for its thread, instead of a pane.
        record Queue(ThreadQueue queue) implements InboxAccess {}
    }
}
