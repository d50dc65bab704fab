package dev.nudge.web.live;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The pages that show one terminal. Thread-safe.
final class TerminalViewers {
    private final List<TerminalSession> sessions = new CopyOnWriteArrayList<>();

    void add(TerminalSession session) {
        sessions.add(session);
    }

    void remove(TerminalSession session) {
        sessions.remove(session);
    }

    boolean isEmpty() {
        return sessions.isEmpty();
    }

    /// Tells the other pages that one has changed the size.
    void resized(TerminalSession by, int columns, int rows) {
        sessions.stream().filter(s -> s != by).forEach(s -> s.resized(columns, rows));
    }
}
