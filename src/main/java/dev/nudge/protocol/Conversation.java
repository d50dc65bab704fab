package dev.nudge.protocol;

import java.io.IOException;

/// The part of a connection after the greeting.
public interface Conversation {
    /// Answers until the client leaves.
    void hold() throws IOException;
}
