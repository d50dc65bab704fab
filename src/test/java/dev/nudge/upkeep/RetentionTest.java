package dev.nudge.upkeep;

import static java.util.Optional.empty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.Job;
import dev.nudge.job.Queueing;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.queue.Admission;
import dev.nudge.settings.Settings;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RetentionTest extends DiskFixture {
    /// It may come back: the agent can end before it begins a turn with it.
    @Test
    void jobWhoseMessageIsInTheQueueOfAnAgentIsNotCleanedAway() throws IOException {
        disk.save(number -> SomeJob.ended(number, "true"));
        disk.save(number -> SomeJob.ended(number, "true"));
        Jobs jobs = disk.adopted();
        JobEntry first = jobs.require(1);
        // The agent has taken the message from its prompt.
        first.apply(j -> j.after(new NudgeEvent.TypingBegun("both", "1")));
        first.apply(j -> j.after(new NudgeEvent.PromptTaken(Instant.now())));
        Retention retention = retention(jobs, new Admission());

        assertThat(retention.count(_ -> true)).isZero();
        assertThat(retention.clean(_ -> true).jobs()).isEmpty();
        assertThat(retention.kept(_ -> true)).containsExactly(1L, 2L);
        first.apply(j -> j.after(new NudgeEvent.QueueEmpty(Instant.now())));
        assertThat(retention.clean(_ -> true).jobs()).containsExactly(1L);
    }

    /// The default may keep them for a shorter time than the user wants.
    @Test
    void nothingIsRemovedWhileItIsNotClearHowLongJobsAreToBeKept() throws IOException {
        disk.save(RetentionTest::reported);
        disk.save(RetentionTest::reported);
        Jobs jobs = disk.adopted();

        apply(jobs, "0");
        assertThat(jobs.all()).hasSize(2);
        apply(jobs, "30");
        assertThat(jobs.all()).hasSize(1);
    }

    private void apply(Jobs jobs, String days) {
        Map<String, String> set = Map.of("NUDGE_KEEP_JOBS", "1", "NUDGE_KEEP_DAYS", days);
        retention(jobs, new Admission(), Settings.of(set)).apply();
    }

    /// It would be skipped: as far as it could be told, that job did not succeed.
    @Test
    void jobThatANewOneIsToRunAfterStaysEvenIfItWasChosenBefore() throws Exception {
        disk.save(RetentionTest::reported);
        Jobs jobs = disk.adopted();
        Admission admission = new Admission();
        Retention retention = retention(jobs, admission);
        CompletableFuture<Retention.Removed> removed = new CompletableFuture<>();

        admission.enter();
        Thread cleaner =
                Thread.ofPlatform().start(() -> removed.complete(retention.clean(_ -> true)));
        await().until(() -> cleaner.getState() == Thread.State.WAITING);
        disk.save(number -> after(number, 1));
        jobs.adopt();
        admission.leave();

        assertThat(removed.get().jobs()).isEmpty();
        assertThat(removed.get().complaints())
                .containsExactly("Job 1 could not be removed: a job in the queue waits for it");
        assertThat(jobs.find(1)).isPresent();
    }

    private Retention retention(Jobs jobs, Admission admission) {
        return retention(jobs, admission, Settings.of(Map.of()));
    }

    private Retention retention(Jobs jobs, Admission admission, Settings settings) {
        return new Retention(jobs, disk.store(), admission, settings, _ -> true, () -> {});
    }

    private static Job reported(long number) {
        return SomeJob.ended(number, "true").after(new NudgeEvent.Unwanted());
    }

    private static Job after(long number, long before) {
        Queueing.Dependency dependency = new Queueing.Dependency(before, true);
        Queueing queueing =
                new Queueing(
                        Queueing.DEFAULT_GROUP, 0, List.of(dependency), empty(), empty(), empty());
        return Job.queued(number, SomeJob.spec("true").with(queueing), Instant.now(), empty());
    }
}
