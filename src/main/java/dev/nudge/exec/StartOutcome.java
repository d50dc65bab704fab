package dev.nudge.exec;

import dev.nudge.job.ClusterJob;
import java.util.Optional;

/// The outcome of an attempt to start a host. A reason is one line for a person.
public sealed interface StartOutcome {
    /// The command runs.
    ///
    /// @param pid its process id, which is also its process group and session
    /// @param noTerminal why it has no terminal, if it should have one; one line
    record Started(long pid, Optional<String> noTerminal) implements StartOutcome {}

    /// Another host has taken the ticket, and has started the command, or is about to.
    record Taken() implements StartOutcome {}

    /// It has been handed to a cluster, which starts it when it can.
    record Submitted(ClusterJob cluster) implements StartOutcome {}

    /// It was not started, and will not be by this attempt, but can be later.
    record Postponed(String reason) implements StartOutcome {}

    /// It is not known now whether it was handed to a cluster, or has been started. Nothing may be
    /// done but to find that out.
    record Undecided(String reason) implements StartOutcome {}

    /// The command does not run, and nothing of it is left running.
    record Failed(String reason) implements StartOutcome {}
}
