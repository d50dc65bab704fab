package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.lifecycle.Completion;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExecutionsTest extends DiskFixture {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final AtomicLong nanos = new AtomicLong();
    private final ExecutionLifecycleService lifecycle = new ExecutionLifecycleService(nanos::get);
    private Executions executions;
    private Jobs jobs;
    private JobEntry entry;

    @BeforeEach
    void runAJob() throws IOException {
        executions = disk.executions(lifecycle);
        jobs = disk.register(executions);
        entry = jobs.startVirtual(SomeJob.timer(), Optional.empty(), _ -> {});
    }

    private void end() {
        jobs.finish(entry, new ExitStatus.Exited(3));
    }

    @Test
    void everyoneWhoWaitsGetsTheEndUnlessItHasLeft() {
        CompletableFuture<Job> first = jobs.endOf(entry);
        CompletableFuture<Job> gone = jobs.endOf(entry);
        CompletableFuture<Job> last = jobs.endOf(entry);
        assertThat(first).isNotDone();

        gone.cancel(false);
        end();

        assertThat(first).isCompletedWithValue(entry.job());
        assertThat(last).isCompletedWithValue(entry.job());
        assertThat(gone).isCancelled();
        assertThat(entry.job().isEnded()).isTrue();
    }

    /// Also if the service has forgotten it, or it was in the life of an earlier daemon.
    @Test
    void endThatHasBeenIsThereAtOnce() throws IOException {
        end();
        assertThat(jobs.endOf(entry)).isCompletedWithValue(entry.job());

        nanos.addAndGet(LONG.toNanos());
        List<Completion> exits = new ArrayList<>();
        lifecycle.onExit(entry.job().number(), exits::add);
        assertThat(exits).isEmpty();
        assertThat(jobs.endOf(entry)).isCompletedWithValue(entry.job());

        JobEntry adopted = disk.adopted().require(entry.job().number());
        assertThat(jobs.endOf(adopted)).isCompletedWithValue(adopted.job());
    }

    @Test
    void jobThatAnEarlierDaemonHasLeftIsWaitedFor() throws IOException {
        ExecutionLifecycleService next = new ExecutionLifecycleService(nanos::get);
        Jobs adopted = disk.register(disk.executions(next));
        adopted.adopt();
        JobEntry left = adopted.require(entry.job().number());
        CompletableFuture<Job> end = adopted.endOf(left);
        assertThat(end).isNotDone();

        adopted.finish(left, new ExitStatus.Exited(0));

        assertThat(end).isCompletedWithValue(left.job());
    }

    /// A wait that is over may look at what has been reported. A listener that fails keeps nobody
    /// from the end.
    @Test
    void endIsReportedOnceItIsRecordedAndBeforeAWaitIsOver() {
        CompletableFuture<Job> wait = jobs.endOf(entry);
        List<String> heard = new ArrayList<>();
        executions.onEnd(_ -> {
            throw new IllegalStateException("no space");
        });
        executions.onEnd(job -> heard.add("reported, ended: " + job.isEnded()));
        var _ = wait.thenRun(() -> heard.add("waited"));

        end();

        assertThat(heard).containsExactly("reported, ended: true", "waited");
        assertThat(wait).isCompletedWithValue(entry.job());
    }
}
