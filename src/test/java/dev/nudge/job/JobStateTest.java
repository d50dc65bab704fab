package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.JobState.Launch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
        assertThat(answers(JobState::isWaiting)).isEqualTo("xx.xx.......");
        assertThat(answers(JobState::isHeld)).isEqualTo(".x..........");
        assertThat(answers(state -> state.submitted().isPresent())).isEqualTo("...xx.......");
        assertThat(answers(JobState::isStarting)).isEqualTo("..x.........");
        assertThat(answers(JobState::isUnderWay)).isEqualTo("..x..xxxxx..");
        assertThat(answers(JobState::isRunning)).isEqualTo(".....xx.....");
        assertThat(answers(JobState::isActive)).isEqualTo(".....xxxx...");
        assertThat(answers(state -> state.paused().isPresent())).isEqualTo(".......xx...");
        assertThat(answers(JobState::isPausedWithGroup)).isEqualTo("........x...");
        assertThat(answers(state -> state.stopGrace().isPresent())).isEqualTo("....x....x..");
        assertThat(answers(state -> state.ended().isPresent())).isEqualTo("..........xx");
        assertThat(answers(state -> state.launched().isPresent())).isEqualTo(".....xxxxxx.");
        assertThat(answers(state -> state.cluster().isPresent())).isEqualTo("...xx.x....x");

        assertThat(STATES)
                .extracting(Object::getClass)
                .containsAll(List.of(JobState.class.getPermittedSubclasses()));
    }

    private static String answers(Predicate<JobState> question) {
        StringBuilder answers = new StringBuilder();
        STATES.forEach(state -> answers.append(question.test(state) ? 'x' : '.'));
        return answers.toString();
    }
}
