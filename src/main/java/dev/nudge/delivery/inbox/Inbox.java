package dev.nudge.delivery.inbox;

import dev.nudge.delivery.Way;
import java.time.Duration;
import java.util.Set;

/// Takes messages for an agent, which need not be typed. The agent begins a turn with a message or
/// queues it; its prompt stays as it is.
public interface Inbox {
    /// Sends a message, and waits for the answer.
    ///
    /// @param id the id of the message, at most 64 letters and digits: an agent that has taken it
    ///   already repeats its answer
    /// @param news names of the news that it reports, the same in each message about them
    /// @param text one line
    /// @param limit how long to wait
    InboxAnswer send(String id, Set<String> news, String text, Duration limit);

    /// Returns the way that this inbox is.
    default Way way() {
        return Way.INBOX;
    }
}
