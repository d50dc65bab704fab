package dev.nudge.lifecycle;

import java.util.OptionalInt;

/// How an execution ended, as an exit listener is told it.
record ExitInfo(int code, OptionalInt signal) {
    static ExitInfo of(OutputEvent.Exit exit) {
        return new ExitInfo(exit.code().orElse(0), exit.signal());
    }
}
