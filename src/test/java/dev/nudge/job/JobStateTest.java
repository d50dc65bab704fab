package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.JobState.Launch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

public class JobStateTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Launch LAUNCH = Launch.of(42, NOW);
    private static final ClusterJob PLACE = ClusterJob.submitted("slurm", "4711");
    private static final Duration GRACE = Duration.ofSeconds(20);

    /// Each state, some in several forms. Other tests take them from here.
    public static final List<JobState> STATES =
            List.of(
                    new JobState.Queued(false),
                    new JobState.Queued(true),
                    new JobState.Starting(),
                    new JobState.Submitted(PLACE),
                    new JobState.Submitted(PLACE, Optional.of(GRACE)),
                    new JobState.Running(LAUNCH),
                    new JobState.Running(LAUNCH.in(PLACE)),
                    new JobState.Paused(LAUNCH, NOW, GRACE, false),
                    new JobState.Paused(LAUNCH, NOW, GRACE, true),
                    new JobState.Stopping(LAUNCH, GRACE),
                    new JobState.Ended(Optional.of(LAUNCH), new ExitStatus.Exited(0), NOW),
                    new JobState.Ended(
                            Optional.empty(),
                            new ExitStatus.NotStarted("killed"),
                            NOW,
                            Optional.of(PLACE)));

    @Test
    void eachStateAnswersWhatMayBeDoneWithItsJob() {
        assertThat(those(JobState::isWaiting)).isEqualTo("queued held submitted submitted2");
        assertThat(those(JobState::isHeld)).isEqualTo("held");
        assertThat(those(state -> state.submitted().isPresent())).isEqualTo("submitted submitted2");
        assertThat(those(JobState::isStarting)).isEqualTo("starting");
        assertThat(those(JobState::isUnderWay))
                .isEqualTo("starting running running2 paused paused2 stopping");
        assertThat(those(JobState::isRunning)).isEqualTo("running running2");
        assertThat(those(JobState::isActive)).isEqualTo("running running2 paused paused2");
        assertThat(those(state -> state.paused().isPresent())).isEqualTo("paused paused2");
        assertThat(those(JobState::isPausedWithGroup)).isEqualTo("paused2");
        assertThat(those(state -> state.stopGrace().isPresent())).isEqualTo("submitted2 stopping");
        assertThat(those(state -> state.ended().isPresent())).isEqualTo("ended ended2");
        assertThat(those(state -> state.launched().isPresent()))
                .isEqualTo("running running2 paused paused2 stopping ended");
        assertThat(those(state -> state.cluster().isPresent()))
                .isEqualTo("submitted submitted2 running2 ended2");

        assertThat(STATES)
                .extracting(Object::getClass)
                .containsAll(
                        Stream.of(JobState.class.getDeclaredClasses())
                                .filter(JobState.class::isAssignableFrom)
                                .filter(Class::isRecord)
                                .toList());
    }

    /// Returns the words of the states that say yes; of a second form, with a 2.
    private static String those(Predicate<JobState> question) {
        Set<String> seen = new HashSet<>();
        return STATES.stream()
                .map(state -> Map.entry(state.word() + (seen.add(state.word()) ? "" : "2"), state))
                .filter(form -> question.test(form.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
    }
}
