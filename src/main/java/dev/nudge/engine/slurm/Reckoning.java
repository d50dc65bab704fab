package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.slurm.Sights.Sight;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Reconciles what the files of a job, which has not ended, say with what Slurm says. The files
/// come first: Slurm alone is believed only when nobody can write them any more. Pure.
///
/// @param host which processes hold it; empty if no host has recorded that
/// @param exit how its command ended; empty if no host has recorded that
/// @param patience how long a record may take from the node to here
record Reckoning(
        Job job,
        Optional<Sight> sight,
        Optional<HostRecord> host,
        boolean isTaken,
        Optional<ExitRecord> exit,
        Duration patience) {
    Look look(Instant now) {
        if (sight.isEmpty()) {
            return started();
        }
        return switch (state().map(SlurmState::phase).orElse(SlurmState.Phase.ENDED)) {
            case WAITING -> waiting();
            case RUNNING -> started();
            case ENDED -> over(now);
        };
    }

    private Look started() {
        return Look.started(host.map(HostRecord::launch));
    }

    /// Slurm was asked when the job was known to run, so it has been put back since.
    private Look waiting() {
        boolean wasStarted = sight.orElseThrow().asked().startedAt().isPresent();
        return wasStarted ? Look.REQUEUED : Look.NOTHING;
    }

    private Look over(Instant now) {
        if (exit.isPresent()) {
            return started().over(exit.get(), reason());
        }
        Instant since = sight.orElseThrow().since();
        return isFinal() || Duration.between(since, now).compareTo(patience) >= 0
                ? started().over(new ExitRecord(inferred(), since), reason())
                : started();
    }

    /// Returns whether no record can be on its way: the job was cancelled before it was started.
    private boolean isFinal() {
        return !hasStarted()
                && (job.spec().queueing().after().isEmpty() || job.stopReason().isPresent())
                && state().equals(Optional.of(SlurmState.CANCELLED));
    }

    private boolean hasStarted() {
        return isTaken || job.startedAt().isPresent();
    }

    private Optional<SlurmState> state() {
        return sight.flatMap(Sight::state);
    }

    private ExitStatus inferred() {
        String id = job.cluster().orElseThrow().id();
        if (!hasStarted()) {
            return new ExitStatus.NotStarted(job.stopReason().orElseGet(() -> unstarted(id)));
        }
        if (state().isEmpty()) {
            return new ExitStatus.Lost("Slurm no longer knows its job " + id);
        }
        return state().get().hasKilled() || job.stopReason().isPresent()
                ? new ExitStatus.Signaled(Signal.KILL)
                : new ExitStatus.Lost("%s (Slurm's job %s)".formatted(state().get().words(), id));
    }

    private String unstarted(String id) {
        return switch (state().orElse(null)) {
            case null -> "Slurm no longer knows its job " + id;
            case COMPLETED, FAILED ->
                    "Slurm's job %s ended without having started it; is its directory there on the node?"
                            .formatted(id);
            case SlurmState state -> "%s (Slurm's job %s)".formatted(state.words(), id);
        };
    }

    private Optional<String> reason() {
        return state().filter(SlurmState::hasKilled)
                .filter(_ -> hasStarted())
                .map(state -> "Slurm: " + state.words());
    }
}
