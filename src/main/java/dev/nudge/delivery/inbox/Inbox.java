package dev.nudge.delivery.inbox;

import dev.nudge.delivery.Way;
import java.time.Duration;
import java.util.Set;

/// Where an agent takes messages that need not be typed. It begins a turn with a message, or queues
/// it; what is in its prompt stays as it is.
public interface Inbox {
    /// Sends a message, and waits for the answer.
    ///
    /// @param id of the message, letters and digits, 64 at most: what has taken it already does not
    ///   take it again, but repeats its answer
    /// @param news names of what it reports, which a message with another id about the same has too
    /// @param text one line
    /// @param limit how long to wait
    InboxAnswer send(String id, Set<String> news, String text, Duration limit);

    /// Returns as which way people know it.
    default Way way() {
        return Way.INBOX;
    }
}
