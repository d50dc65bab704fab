package dev.nudge.daemon;

import java.io.IOException;

/// What happens on a connection after the greeting.
interface Conversation {
    /// Answers until the client goes away.
    void hold() throws IOException;
}
