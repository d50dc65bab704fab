package dev.nudge.console;

import dev.nudge.protocol.Hello;
import java.io.IOException;

/// Opens and closes the page for browsers, which the daemon serves.
public interface PageControl {
    /// Serves the page, unless it is served already, and returns a URL that lets one browser in.
    /// Jobs that are started from the page get this caller's directory and environment.
    ///
    /// @throws IOException if it cannot be served; the message says why, and what to do
    String open(Hello caller) throws IOException;

    /// Ends the page: every browser that was let in needs a new URL.
    ///
    /// @return whether it was served
    /// @throws IOException if that cannot be recorded, so that the next daemon would serve it again
    boolean close() throws IOException;
}
