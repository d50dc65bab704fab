package dev.nudge.testkit;

import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.JobWait.JobWaits;
import dev.nudge.console.RecordingCaller;
import dev.nudge.console.Services;
import dev.nudge.console.Services.JobDesk;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.jobs.Jobs;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LogHole;
import dev.nudge.upkeep.DiskWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/// Jobs that have ended, and commands that wait for them and show their output, without a daemon.
public final class EndedJobs {
    private final Path folder;
    private final JobsOnDisk disk;

    /// @param folder for all that is on disk
    public EndedJobs(Path folder) throws IOException {
        this.folder = folder;
        this.disk = new JobsOnDisk(folder);
    }

    /// Adds one that has ended with exit code 0.
    ///
    /// @param hole the part of its output that has been given back
    /// @param terminal the socket of its terminal, if it had one
    public FoundJob add(String output, LogHole hole, Optional<Path> terminal) throws IOException {
        return add(output, hole, terminal, new ExitStatus.Exited(0));
    }

    /// Adds one that has been killed.
    public FoundJob addKilled() throws IOException {
        return add("", LogHole.NONE, Optional.empty(), new ExitStatus.Signaled(Signal.KILL));
    }

    private FoundJob add(String output, LogHole hole, Optional<Path> terminal, ExitStatus status)
            throws IOException {
        Job job = disk.save(number -> SomeJob.ended(number, "true", status));
        JobDirectory directory = disk.state().job(job.number());
        Path log = Files.writeString(directory.output(), output);
        return new FoundJob(snapshot(job), log, hole, terminal);
    }

    /// Returns a job of whose output nothing is known.
    public static JobSnapshot snapshot(Job job) {
        return new JobSnapshot(job, OptionalLong.empty(), false, Optional.empty());
    }

    /// Adds one whose whole output is there.
    public FoundJob add(String output) throws IOException {
        return add(output, LogHole.NONE, Optional.empty());
    }

    /// Returns a call of a command that only waits.
    public Invocation call(RecordingCaller caller) throws IOException {
        return new Invocation(caller, services(), new NoPage());
    }

    /// Returns what such a command uses.
    @SuppressWarnings("NullAway") // no other part of the daemon is used
    public Services services() throws IOException {
        Jobs jobs = disk.adopted();
        DiskWatch watch = new DiskWatch(folder);
        JobWaits waits =
                new JobWaits(jobs, _ -> new CompletableFuture<>(), EndedJobs::snapshot, watch);
        return new Services(new JobDesk(null, null, null, waits, null), null, null, List.of());
    }
}
