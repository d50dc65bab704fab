package dev.nudge.engine.slurm;

/// A job as Slurm lists it.
///
/// @param id its number; of an element of an array `17_3`
/// @param name its name, with any character but control characters
/// @param state its state
/// @param stateName Slurm's word for it, also if this program does not know that
/// @param reason why it waits or failed, Slurm's word; `None` or empty if there is none
/// @param nodes the nodes it is or was on, in Slurm's short form (`n[1-2]`); empty if none
/// @param partition its partition, or several with commas between them
public record SlurmJob(
        String id,
        String name,
        SlurmState state,
        String stateName,
        String reason,
        String nodes,
        String partition) {
    /// Returns the same job as it is in another state.
    SlurmJob in(SlurmState other) {
        return new SlurmJob(id, name, other, other.name(), reason, nodes, partition);
    }

    boolean hasEnded() {
        return state.phase() == SlurmState.Phase.ENDED;
    }

    /// Returns where it is, and if it waits, why: `PENDING (Resources) in gpu`.
    String words() {
        String where = nodes.isEmpty() ? "" : " on " + nodes;
        boolean isWaiting = state.phase() == SlurmState.Phase.WAITING;
        String why =
                isWaiting && !reason.isEmpty() && !reason.equals("None") ? " (" + reason + ")" : "";
        return "%s%s%s in %s".formatted(stateName, why, where, partition);
    }
}
