package dev.nudge.job;

import java.time.Instant;
import java.util.Optional;

/// The state of a job. Each variant holds exactly what is valid then.
public sealed interface JobState {
    /// Its host is being started.
    record Starting() implements JobState {}

    /// The command runs.
    record Running(Launch launch) implements JobState {}

    /// The command runs and has been asked to stop.
    record Stopping(Launch launch) implements JobState {}

    /// The end; nothing follows.
    ///
    /// @param launch when it was started, and as which process; empty if it never ran
    record Ended(Optional<Launch> launch, ExitStatus status, Instant at) implements JobState {}

    /// The start of a command.
    ///
    /// @param pid its process id, which is also its process group and session
    record Launch(long pid, Instant at) {}

    /// Returns when the command was started, and as which process; empty before that.
    default Optional<Launch> launched() {
        return switch (this) {
            case Starting _ -> Optional.empty();
            case Running(Launch launch) -> Optional.of(launch);
            case Stopping(Launch launch) -> Optional.of(launch);
            case Ended(Optional<Launch> launch, _, _) -> launch;
        };
    }

    /// Returns the word for this state in lists and in JSON: `starting`, `running`, `stopping`,
    /// `ended`.
    default String word() {
        return switch (this) {
            case Starting _ -> "starting";
            case Running _ -> "running";
            case Stopping _ -> "stopping";
            case Ended _ -> "ended";
        };
    }
}
