package dev.nudge.daemon;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.Telling;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.Launcher;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Jobs of one agent that have ended and of whose ends nobody has been told, and the outbox in
/// which they are to be.
final class EndedJobs {
    static final NudgeTarget AGENT =
            new NudgeTarget("/tmp/none", 42, "%3", "gemini-cli", 43, 44, "/tmp");

    private final JobStore store;
    private final Jobs jobs;
    private final JobOutbox outbox;

    /// @param folder for all that is on disk
    EndedJobs(Path folder, int count) throws IOException {
        StateDirectory state = StateDirectory.create(folder.resolve("nudge"));
        store = new JobStore(state, () -> 0);
        for (int i = 0; i < count; i++) {
            Job job = ended(store.allocate().number());
            store.saveStart(job);
            Files.writeString(log(job), "line of output\n".repeat(100));
        }
        Launcher launcher =
                new Launcher(
                        new Endpoint(state.root(), folder.resolve("run")),
                        Settings.of(Map.of()),
                        state,
                        store,
                        List.of("nudge"));
        ProcessTable processes = new ProcessTable();
        jobs = new Jobs(store, launcher, processes, new Executions(store, processes, _ -> {}));
        jobs.adopt();
        outbox =
                new JobOutbox(
                        jobs,
                        new Notes(store),
                        new PendingMarks(state.pending(), _ -> true),
                        Stream::empty,
                        new Receipts(state.receipts(), ReceiptSeal.at(state.receiptKey())),
                        _ -> false);
    }

    private static Job ended(long number) {
        JobSpec spec =
                new JobSpec(
                        "make part " + number,
                        Path.of("/tmp"),
                        Optional.empty(),
                        Telling.INJECT,
                        JobLimits.NONE,
                        Optional.empty());
        Instant now = Instant.now();
        return Job.starting(number, spec, now, Optional.of(AGENT))
                .after(new JobEvent.Started(new Launch(99, now)))
                .after(new JobEvent.EndSeen(new ExitStatus.Exited(0), now));
    }

    Path log(Job job) {
        return store.directory(job.number()).output();
    }

    List<Job> all() {
        return jobs.all();
    }

    JobOutbox outbox() {
        return outbox;
    }
}
