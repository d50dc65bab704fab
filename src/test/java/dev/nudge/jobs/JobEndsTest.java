package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Telling;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class JobEndsTest {
    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final JobEnds ends = new JobEnds();

    private JobEntry running() throws IOException {
        JobStore store = new JobStore(StateDirectory.create(folder.folder("state")), () -> 0);
        JobSpec spec = SomeJob.spec("true", Telling.SILENT);
        Job starting =
                Job.starting(store.allocate().number(), spec, Instant.now(), Optional.empty());
        return new JobEntry(
                store,
                starting.after(new JobEvent.Started(new Launch(1, Instant.now()))),
                () -> {});
    }

    private void end(JobEntry entry) {
        JobEvent end = new JobEvent.EndSeen(new ExitStatus.Exited(3), Instant.now());
        entry.applyFact(j -> j.after(end));
        ends.ended(entry.job());
    }

    @Test
    void everybodyWhoWaitsIsToldOfTheEnd() throws IOException {
        JobEntry entry = running();
        CompletableFuture<Job> first = ends.of(entry);
        CompletableFuture<Job> second = ends.of(entry);
        assertThat(first).isNotDone();

        end(entry);

        assertThat(first).isCompletedWithValue(entry.job());
        assertThat(second).isCompletedWithValue(entry.job());
        assertThat(ends.size()).isZero();
    }

    @Test
    void endThatHasBeenIsToldAtOnce() throws IOException {
        JobEntry entry = running();
        end(entry);

        assertThat(ends.of(entry)).isCompletedWithValue(entry.job());
        assertThat(ends.size()).isZero();
    }

    @Test
    void whoDoesNotWaitAnyMoreIsForgotten() throws IOException {
        JobEntry entry = running();
        CompletableFuture<Job> gone = ends.of(entry);
        CompletableFuture<Job> patient = ends.of(entry);

        gone.cancel(false);
        assertThat(ends.size()).isOne();
        end(entry);

        assertThat(patient).isCompletedWithValue(entry.job());
        assertThat(gone).isCancelled();
    }
}
