package dev.nudge.console.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobStateTest;
import dev.nudge.testkit.SomeJob;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFilterTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "running; running, starting, stopping",
                "queued; held, queued, submitted",
                "held; held",
                "paused; paused",
                "succeeded; succeeded",
                "failed; failed, lost, not started",
                "not-started; not started",
                "ended; failed, lost, not started, succeeded"
            })
    void findsJobsByTheirState(String state, String found) {
        JobFilter filter = JobFilter.of(state, null, null);
        Stream<Job> jobs =
                Stream.concat(
                        JobStateTest.STATES.stream().map(SomeJob::in),
                        Stream.of(new ExitStatus.Exited(3), new ExitStatus.Lost("restart"))
                                .map(status -> SomeJob.ended(8, "make", status)));

        assertThat(
                        jobs.filter(filter::passes)
                                .map(job -> job.condition().words())
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(", ")))
                .isEqualTo(found);
    }

    @Test
    void completionOffersWordsThatAreAccepted() {
        assertThat(new JobFilter.Choices())
                .contains("running", "timed-out", "ended")
                .doesNotContain("starting")
                .allSatisfy(word -> assertThat(JobFilter.of(word, null, null)).isNotNull());
        assertThatThrownBy(() -> JobFilter.of("gone", null, null))
                .hasMessageContaining("expected ended, queued, held, submitted");
    }
}
