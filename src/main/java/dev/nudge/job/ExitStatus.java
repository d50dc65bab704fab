package dev.nudge.job;

import java.util.Optional;

/// The way in which a job ended. Each variant holds exactly what is known then.
public sealed interface ExitStatus {
    /// The command ended by itself, with a code from 0 to 255.
    record Exited(int code) implements ExitStatus {
        public Exited {
            if (code < 0 || code > 255) {
                throw new IllegalArgumentException("exit code " + code + " is not in 0..255");
            }
        }
    }

    /// A signal ended the command.
    record Signaled(Signal signal) implements ExitStatus {}

    /// The command never ran. The reason, here and below, is one line without a full stop.
    record NotStarted(String reason) implements ExitStatus {}

    /// The command never ran, because a job before it did not succeed: `job 17 failed`.
    record Skipped(String reason) implements ExitStatus {}

    /// The command is gone and nobody knows how it ended.
    record Lost(String reason) implements ExitStatus {
        public static final Lost BY_REBOOT = new Lost("the machine was restarted");
    }

    /// Returns it in words for a person: `exit code 3`, `signal SIGKILL`.
    default String words() {
        return switch (this) {
            case Exited(int code) -> "exit code " + code;
            case Signaled(Signal signal) -> "signal " + signal.name();
            case NotStarted(String reason) -> "not started: " + reason;
            case Skipped(String reason) -> "skipped (" + reason + ")";
            case Lost(String reason) -> "lost: " + reason;
        };
    }

    /// Returns why there is neither an exit code nor a signal; empty if there is one.
    default Optional<String> why() {
        return switch (this) {
            case NotStarted(String reason) -> Optional.of(reason);
            case Skipped(String reason) -> Optional.of(reason);
            case Lost(String reason) -> Optional.of(reason);
            case Exited _, Signaled _ -> Optional.empty();
        };
    }

    default boolean isSuccess() {
        return this instanceof Exited(int code) && code == 0;
    }
}
