package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.JobEvent.JobTransition;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Paused;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.JobState.Running;
import dev.nudge.job.JobState.Submitted;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

public class JobTransitionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final Launch LAUNCH = Launch.of(42, NOW);
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final Duration RAN = Duration.ofSeconds(20);
    private static final ExitStatus FAILURE = new ExitStatus.Exited(3);
    private static final ExitStatus KILLED = new ExitStatus.Signaled(Signal.KILL);
    private static final ClusterJob PLACE = ClusterJob.submitted("slurm", "4711");

    /// The next state for every pair. A dot: the event changes nothing.
    private static final String TABLE =
            """
                        due      return  hold   release submit    start    stop     fail   end     again  pause  pause-g  go-on   resume  requeue
            queued      starting .       held   .       submitted running  .        .      killed0 .      .      .        .       .       .
            held        .        .       .      queued  submitted running  .        .      killed0 .      .      .        .       .       .
            starting    .        queued  .      .       submitted running  .        .      killed0 .      .      .        .       .       .
            submitted   .        .       .      .       .         running  asked    .      killedC .      .      .        .       .       .
            asked       .        .       .      .       .         stopping asked    .      killedC .      .      .        .       .       .
            running     .        .       .      .       .         .        stopping queued killed  .      paused paused-g .       .       .
            paused      .        .       .      .       .         .        stopping held   killed  .      .      .        going   resumed .
            paused-g    .        .       .      .       .         .        stopping queued killed  .      paused .        going-g resumed .
            going       .        .       .      .       .         .        stopping held   killed  .      paused paused-g .       resumed .
            going-g     .        .       .      .       .         .        stopping queued killed  .      paused paused-g .       resumed .
            stopping    .        .       .      .       .         .        .        .      killed  .      .      .        .       .       .
            ended       .        .       .      .       .         .        .        .      .       queued .      .        .       .       .
            """;

    private static JobState state(String word) {
        return switch (word) {
            case "asked" -> new Submitted(PLACE, Optional.of(GRACE));
            case "resumed" ->
                    new Running(
                            LAUNCH.after(new Pauses(Duration.ofSeconds(60), Optional.of(LATER))));
            case "paused-g" -> new Paused(LAUNCH, NOW, RAN, true);
            case "going" -> new Paused(LAUNCH, NOW, RAN, false, true);
            case "going-g" -> new Paused(LAUNCH, NOW, RAN, true, true);
            case "killed" -> new Ended(Optional.of(LAUNCH), KILLED, NOW);
            case "killed0" -> new Ended(Optional.empty(), KILLED, NOW);
            case "killedC" -> new Ended(Optional.empty(), KILLED, NOW, Optional.of(PLACE));
            default ->
                    JobStateTest.STATES.stream()
                            .filter(state -> state.word().equals(word))
                            .findFirst()
                            .orElseThrow();
        };
    }

    private static JobEvent event(String word) {
        return switch (word) {
            case "due" -> new JobEvent.Due();
            case "return" -> new JobEvent.Returned();
            case "hold" -> new JobEvent.Held(true);
            case "release" -> new JobEvent.Held(false);
            case "submit" -> new JobEvent.Submitted(PLACE);
            case "start" -> new JobEvent.Started(LAUNCH);
            case "stop" -> new JobEvent.StopRequested("killed by the user", GRACE);
            case "fail" -> new JobEvent.AttemptFailed(FAILURE, NOW, 0);
            case "end" -> new JobEvent.EndSeen(KILLED, NOW);
            case "again" -> new JobEvent.Restarted(0);
            case "pause" -> new JobEvent.PauseBegun(NOW, RAN, false);
            case "pause-g" -> new JobEvent.PauseBegun(NOW, RAN, true);
            case "go-on" -> new JobEvent.ContinueRequested();
            case "resume" -> new JobEvent.PauseEnded(LATER, Duration.ofSeconds(80));
            case "requeue" -> new JobEvent.Requeued();
            default -> throw new IllegalArgumentException(word);
        };
    }

    static Stream<Arguments> everyPair() {
        return everyPair(TABLE);
    }

    /// Returns the rows of a table: a state, an event, and what it leads to.
    public static Stream<Arguments> everyPair(String table) {
        List<String[]> rows = table.lines().map(line -> line.strip().split(" +")).toList();
        String[] events = rows.getFirst();
        return rows.stream()
                .skip(1)
                .flatMap(row ->
                        IntStream.range(0, events.length)
                                .mapToObj(i -> Arguments.of(row[0], events[i], row[i + 1])));
    }

    @ParameterizedTest(name = "{0} after {1}: {2}")
    @MethodSource("everyPair")
    void leadsToTheStateOfTheTable(String from, String event, String to) {
        assertThat(JobTransition.next(state(from), event(event)))
                .isEqualTo(to.equals(".") ? null : state(to));
    }

    @Test
    void tableKnowsEveryStateAndEvent() {
        assertThat(everyPair().map(row -> row.get()[0]))
                .containsAll(JobStateTest.STATES.stream().map(JobState::word).toList());
        assertThat(everyPair().map(row -> event((String) row.get()[1])).map(Object::getClass))
                .contains(JobEvent.class.getPermittedSubclasses());
    }

    /// Some hosts know the time of an end to the second only.
    @Test
    void nothingIsOverBeforeItHasBegun() {
        Instant early = NOW.minusMillis(700);
        Job running =
                Job.starting(1, SomeJob.spec("make"), NOW, Optional.empty()).after(event("start"));

        assertThat(running.after(new JobEvent.EndSeen(KILLED, early)).endedAt()).contains(NOW);
        assertThat(running.after(new JobEvent.AttemptFailed(FAILURE, early, 0)).attempts())
                .allMatch(attempt -> attempt.end().at().equals(NOW))
                .hasSize(1);
    }
}
