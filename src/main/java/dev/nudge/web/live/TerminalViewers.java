package dev.nudge.web.live;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// All pages that show a terminal. Thread-safe.
final class TerminalViewers {
    private final List<TerminalSession> sessions = new CopyOnWriteArrayList<>();

    void add(TerminalSession session) {
        sessions.add(session);
    }

    void remove(TerminalSession session) {
        sessions.remove(session);
    }

    /// Tells the other pages that show the same terminal that one has changed its size.
    void resized(TerminalSession by, int columns, int rows) {
        sessions.stream()
                .filter(other -> !other.equals(by) && other.job() == by.job())
                .forEach(other -> other.resized(columns, rows));
    }
}
