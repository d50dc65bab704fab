package dev.nudge.engine.slurm;

import dev.nudge.job.JobLimits;
import java.util.Arrays;

/// A job as Slurm lists it.
///
/// @param id its number; of an element of an array `17_3`
/// @param name its name, with any character but control characters
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
    SlurmJob in(SlurmState other) {
        return new SlurmJob(id, name, other, other.name(), reason, nodes, partition);
    }

    /// Returns where it is, and if it waits, why: `PENDING (Resources) in gpu`.
    String words() {
        String where = nodes.isEmpty() ? "" : " on " + nodes;
        boolean isWaiting = state.phase() == SlurmState.Phase.WAITING;
        String why =
                isWaiting && !reason.isEmpty() && !reason.equals("None") ? " (" + reason + ")" : "";
        return "%s%s%s in %s".formatted(stateName, why, where, partition);
    }

    /// The states of a job in Slurm (squeue(1), "Job state codes").
    public enum SlurmState {
        PENDING(Phase.WAITING, "it waits for resources"),
        CONFIGURING(Phase.WAITING, "its nodes are being prepared"),
        POWER_UP_NODE(Phase.WAITING, "its nodes are being prepared"),
        REQUEUED(Phase.WAITING, "it is put back into the queue"),
        REQUEUE_FED(Phase.WAITING, "it is put back into the queue"),
        REQUEUE_HOLD(Phase.WAITING, "it is held in the queue after a start"),
        SPECIAL_EXIT(Phase.WAITING, "it is held in the queue after a start"),
        RESV_DEL_HOLD(Phase.WAITING, "it is held, since its reservation was deleted"),
        RUNNING(Phase.RUNNING, "it runs"),
        COMPLETING(Phase.RUNNING, "it is ending"),
        SUSPENDED(Phase.RUNNING, "it is suspended"),
        STOPPED(Phase.RUNNING, "it is stopped"),
        SIGNALING(Phase.RUNNING, "it is being signaled"),
        STAGE_OUT(Phase.RUNNING, "its files are being copied"),
        RESIZING(Phase.RUNNING, "its size is being changed"),
        COMPLETED(Phase.ENDED, "it succeeded"),
        FAILED(Phase.ENDED, "it failed"),
        LAUNCH_FAILED(Phase.ENDED, "it could not be launched"),
        TIMEOUT(Phase.ENDED, JobLimits.CLUSTER_TIME),
        OUT_OF_MEMORY(Phase.ENDED, "its memory was used up"),
        NODE_FAIL(Phase.ENDED, "its node failed"),
        PREEMPTED(Phase.ENDED, "it was preempted by another job"),
        CANCELLED(Phase.ENDED, "it was cancelled"),
        BOOT_FAIL(Phase.ENDED, "its node could not be started"),
        RECONFIG_FAIL(Phase.ENDED, "its node could not be configured"),
        DEADLINE(Phase.ENDED, "its deadline was reached"),
        REVOKED(Phase.ENDED, "it runs in another cluster"),
        /// A word that this program does not know, of a newer Slurm.
        UNKNOWN(Phase.RUNNING, "its state is not known");

        public enum Phase {
            WAITING,
            RUNNING,
            ENDED
        }

        private final Phase phase;
        private final String words;

        SlurmState(Phase phase, String words) {
            this.phase = phase;
            this.words = words;
        }

        /// Returns the state of this name, without what follows, as in `CANCELLED by 0`.
        static SlurmState named(String name) {
            String word = name.split("[ +]", 2)[0];
            return Arrays.stream(values())
                    .filter(state -> state.name().equals(word))
                    .findFirst()
                    .orElse(UNKNOWN);
        }

        public Phase phase() {
            return phase;
        }

        public boolean isEnded() {
            return phase == Phase.ENDED;
        }

        /// Returns whether Slurm itself has ended the command, on a node that works.
        boolean hasKilled() {
            return switch (this) {
                case TIMEOUT, DEADLINE, OUT_OF_MEMORY, PREEMPTED, CANCELLED -> true;
                default -> false;
            };
        }

        public String words() {
            return words;
        }
    }
}
