package dev.nudge.lifecycle;

import java.util.OptionalInt;

/// The end of an execution, as reported to exit listeners.
record ExitInfo(int code, OptionalInt signal) {
    static ExitInfo of(OutputEvent.Exit exit) {
        return new ExitInfo(exit.code().orElse(0), exit.signal());
    }
}
