package dev.nudge.output.search;

import java.io.IOException;

/// Decides how long a search may last.
public interface Patience {
    /// Waits forever.
    Patience ENDLESS = () -> {};

    /// Called repeatedly during the search. An exception ends the search and is passed to its
    /// caller.
    void look() throws IOException;
}
