package dev.nudge.web.live;

import java.io.IOException;

/// Takes messages to a page.
interface EventSink {
    /// @throws IOException if the page has left
    void send(LiveEvent event) throws IOException;
}
