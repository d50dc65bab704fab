package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionsTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir private Path folder;
    private final AtomicLong nanos = new AtomicLong();
    private final ExecutionLifecycleService lifecycle =
            new ExecutionLifecycleService(nanos::get, _ -> false);
    private JobsOnDisk disk;
    private Executions executions;
    private Jobs jobs;
    private JobEntry entry;

    @BeforeEach
    void runAJob() throws IOException {
        disk = new JobsOnDisk(folder);
        executions = disk.executions(lifecycle);
        jobs = disk.register(executions);
        entry = jobs.startVirtual(SomeJob.timer(), Optional.empty(), _ -> {});
    }

    private void end() {
        jobs.finish(entry, new ExitStatus.Exited(3));
    }

    @Test
    void everyoneWhoWaitsGetsTheEnd() {
        CompletableFuture<Job> first = jobs.endOf(entry);
        CompletableFuture<Job> second = jobs.endOf(entry);
        assertThat(first).isNotDone();

        end();

        assertThat(first).isCompletedWithValue(entry.job());
        assertThat(second).isCompletedWithValue(entry.job());
        assertThat(entry.job().isEnded()).isTrue();
    }

    @Test
    void endThatHasBeenIsThereAtOnce() {
        end();

        assertThat(jobs.endOf(entry)).isCompletedWithValue(entry.job());
    }

    @Test
    void endThatTheServiceHasForgottenIsThereAtOnce() {
        end();
        nanos.addAndGet(LONG.toNanos());
        List<Integer> exits = new ArrayList<>();
        lifecycle.onExit(entry.job().number(), (code, _) -> exits.add(code));
        assertThat(exits).isEmpty();

        assertThat(jobs.endOf(entry)).isCompletedWithValue(entry.job());
    }

    @Test
    void endInTheLifeOfAnEarlierDaemonIsThereAtOnce() throws IOException {
        end();
        JobEntry adopted = disk.adopted().require(entry.job().number());

        assertThat(jobs.endOf(adopted)).isCompletedWithValue(adopted.job());
    }

    @Test
    void jobThatAnEarlierDaemonHasLeftIsWaitedFor() throws IOException {
        ExecutionLifecycleService next = new ExecutionLifecycleService(nanos::get, _ -> false);
        Jobs adopted = disk.register(disk.executions(next));
        adopted.adopt();
        JobEntry left = adopted.require(entry.job().number());
        CompletableFuture<Job> end = adopted.endOf(left);
        assertThat(end).isNotDone();

        adopted.finish(left, new ExitStatus.Exited(0));

        assertThat(end).isCompletedWithValue(left.job());
    }

    @Test
    void whoDoesNotWaitAnyMoreIsForgotten() {
        CompletableFuture<Job> gone = jobs.endOf(entry);
        CompletableFuture<Job> patient = jobs.endOf(entry);

        gone.cancel(false);
        end();

        assertThat(patient).isCompletedWithValue(entry.job());
        assertThat(gone).isCancelled();
    }

    /// A wait that is over may look at what has been reported.
    @Test
    void endIsReportedOnceItIsRecordedAndBeforeAWaitIsOver() {
        CompletableFuture<Job> wait = jobs.endOf(entry);
        List<String> heard = new ArrayList<>();
        executions.onEnd(job -> heard.add("reported, ended: " + job.isEnded()));
        var _ = wait.thenRun(() -> heard.add("waited"));

        end();

        assertThat(heard).containsExactly("reported, ended: true", "waited");
    }

    @Test
    void listenerThatFailsKeepsNobodyFromTheEnd() {
        CompletableFuture<Job> wait = jobs.endOf(entry);
        List<Job> reported = new ArrayList<>();
        executions.onEnd(_ -> {
            throw new IllegalStateException("no space");
        });
        executions.onEnd(reported::add);

        end();

        assertThat(reported).containsExactly(entry.job());
        assertThat(wait).isCompletedWithValue(entry.job());
    }
}
