package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobStateTest;
import dev.nudge.testkit.SomeJob;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListJobsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "running; running, starting, stopping", "queued; held, queued, submitted",
                "held; held", "paused; paused",
                "succeeded; succeeded", "failed; failed, lost, not started",
                "not-started; not started", "ended; failed, lost, not started, succeeded"
            })
    void findsJobsByTheirState(String state, String found) {
        Predicate<Job> filter = ofCommand(state);
        Stream<Job> jobs =
                Stream.concat(
                        JobStateTest.STATES.stream().map(SomeJob::in),
                        Stream.of(new ExitStatus.Exited(3), new ExitStatus.Lost("restart"))
                                .map(status -> SomeJob.ended(8, "make", status)));

        assertThat(conditions(jobs.filter(filter))).isEqualTo(found);
    }

    private static String conditions(Stream<Job> jobs) {
        return jobs.map(job -> job.condition().words())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static Predicate<Job> ofCommand(String state) {
        return ListJobs.STATE.type().word().read("--state", state);
    }

    /// For a model, a job also runs while it is paused.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "running; paused, running, starting, stopping", "queued; held, queued, submitted",
                "FAILED; not started", "ended; not started, succeeded"
            })
    void modelsKnowFewerStates(String state, String found) {
        Given given = Given.json(Map.of("state", state), ListJobs.TOOL.options());

        Stream<Job> jobs = JobStateTest.STATES.stream().map(SomeJob::in);
        assertThat(conditions(jobs.filter(ListJobs.wanted(given)))).isEqualTo(found);
        assertThatThrownBy(() ->
                        ListJobs.wanted(
                                Given.json(Map.of("state", "held"), ListJobs.TOOL.options())))
                .hasMessage(
                        "state is \"held\"; expected one of running, queued, ended, failed, asks");
    }

    @Test
    void completionOffersWordsThatAreAccepted() {
        assertThat(ListJobs.STATE.type().values().split(" "))
                .contains("running", "timed-out", "ended")
                .doesNotContain("starting")
                .allSatisfy(word -> assertThat(ofCommand(word)).isNotNull());
        assertThatThrownBy(() -> ofCommand("gone"))
                .hasMessageStartingWith("--state is \"gone\"; ")
                .hasMessageContaining("expected ended, queued, held, submitted");
    }
}
