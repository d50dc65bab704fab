package dev.nudge.engine.slurm;

import dev.nudge.job.JobLimits;

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

    /// What a state means for a job.
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

    /// Returns the state with this name. What follows a blank or a `+` is ignored, as in `CANCELLED
    /// by 0`.
    static SlurmState named(String name) {
        String word = name.split("[ +]", 2)[0];
        for (SlurmState state : values()) {
            if (state.name().equals(word)) {
                return state;
            }
        }
        return UNKNOWN;
    }

    public Phase phase() {
        return phase;
    }

    /// Returns whether Slurm has done with the job.
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

    /// Returns a clause for a person, such as "its time limit was reached".
    public String words() {
        return words;
    }
}
