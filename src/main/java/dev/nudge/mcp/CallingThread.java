package dev.nudge.mcp;

import java.util.regex.Pattern;

/// The thread of an agent's from which a call comes: one server may run several of them. It is
/// known while the call is carried out, on the thread of execution that does that.
public final class CallingThread {
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    /// An id that can stand in a path.
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,100}");

    private CallingThread() {}

    /// Returns the id of the thread; empty if the agent does not name it.
    public static String id() {
        String id = CURRENT.get();
        return id == null ? "" : id;
    }

    /// Carries out a call.
    ///
    /// @param id as the agent names it
    static void during(String id, Runnable call) {
        CURRENT.set(ID.matcher(id).matches() ? id : "");
        try {
            call.run();
        } finally {
            CURRENT.remove();
        }
    }
}
