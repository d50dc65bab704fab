package dev.nudge.engine.slurm;

import java.util.Arrays;

/// The states of a job in Slurm (squeue(1), "JOB STATE CODES"). What is not listed there counts as
/// running, so that no job is given up for a word that is not known.
enum SlurmState {
    PENDING(Phase.WAITING, "it waits"),
    CONFIGURING(Phase.WAITING, "its nodes are being prepared"),
    REQUEUED(Phase.WAITING, "it was put back"),
    REQUEUE_FED(Phase.WAITING, "it was put back"),
    REQUEUE_HOLD(Phase.WAITING, "it was put back and is held"),
    SPECIAL_EXIT(Phase.WAITING, "it was put back and is held"),
    RESV_DEL_HOLD(Phase.WAITING, "its reservation was deleted"),
    RUNNING(Phase.RUNNING, "it runs"),
    COMPLETED(Phase.ENDED, "it ended"),
    FAILED(Phase.ENDED, "it failed"),
    NODE_FAIL(Phase.ENDED, "its node failed"),
    BOOT_FAIL(Phase.ENDED, "its node could not be started"),
    REVOKED(Phase.ENDED, "another cluster has taken it"),
    TIMEOUT(Phase.ENDED, "Slurm's time limit"),
    DEADLINE(Phase.ENDED, "Slurm's deadline"),
    OUT_OF_MEMORY(Phase.ENDED, "its memory was used up"),
    PREEMPTED(Phase.ENDED, "preempted by Slurm"),
    CANCELLED(Phase.ENDED, "cancelled in Slurm");

    private final Phase phase;
    private final String words;

    SlurmState(Phase phase, String words) {
        this.phase = phase;
        this.words = words;
    }

    /// What a state means for the command.
    enum Phase {
        WAITING,
        RUNNING,
        ENDED
    }

    /// Returns the state of this name, which sacct(1) writes as `CANCELLED by 1000`.
    static SlurmState named(String name) {
        String word = name.split("[ +]", 2)[0];
        return Arrays.stream(values())
                .filter(state -> state.name().equals(word))
                .findFirst()
                .orElse(RUNNING);
    }

    Phase phase() {
        return phase;
    }

    boolean isEnded() {
        return phase == Phase.ENDED;
    }

    /// Returns whether Slurm itself has ended the command, on a node that works.
    boolean hasKilled() {
        return switch (this) {
            case TIMEOUT, DEADLINE, OUT_OF_MEMORY, PREEMPTED, CANCELLED -> true;
            default -> false;
        };
    }

    /// Returns it in words for a person.
    String words() {
        return words;
    }
}
