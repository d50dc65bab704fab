package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.nudge.app.ReadOutput.View;
import dev.nudge.job.JobStateTest;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.output.JobLog.Part;
import dev.nudge.testkit.SomeJob;
import dev.nudge.text.CallerZone;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spans, times and numbers in the arguments of tools.
class GivenTimesTest {
    private static final CallerZone TOKYO = CallerZone.of(Map.of("TZ", "JST-9"));

    private static Timer timer(Object... arguments) {
        Map<String, Object> given = new HashMap<>(Map.of("note", "tea"));
        for (int i = 0; i < arguments.length; i += 2) {
            given.put(arguments[i].toString(), arguments[i + 1]);
        }
        return SetTimer.timer(Given.json(given, SetTimer.TOOL.options()), () -> TOKYO);
    }

    private static Optional<Duration> span(Object given) {
        return Given.json(Map.of("wait_seconds", given), Run.TOOL.options()).get(Run.PATIENCE);
    }

    @ParameterizedTest
    @CsvSource({
        "60, 60", "60.0, 60", "' 60', 60",
        "0, 0", "1000000000, 1000000000", "10m, 600",
        "1h30m, 5400", "1w, 604800"
    })
    void spanIsANumberOfSecondsOrATextOfTheCommandLine(String given, long seconds) {
        assertThat(span(given)).contains(Duration.ofSeconds(seconds));
        assertThat(span(60.0)).contains(Duration.ofSeconds(60));
        assertThat(span(60)).contains(Duration.ofSeconds(60));
        assertThat(span("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "soon", "1000000001", "99999999999"})
    void anythingElseIsRefused(String given) {
        assertThatThrownBy(() -> span(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("wait_seconds is \"" + given + "\"", "1h30m");
    }

    /// Models fill in a number that they do not mean.
    @Test
    void zeroIsNoneOrNow() {
        Map<String, Object> zeros = new HashMap<>(Map.of("command", "make"));
        for (String name : "wait timeout silence_timeout delay".split(" ", -1)) {
            zeros.put(name + "_seconds", 0);
        }
        zeros.put("retry", 0);

        assertThat(RunRequestTest.runRequest(zeros))
                .isEqualTo(RunRequestTest.runRequest(Map.of("command", "make")));
        assertThat(Given.json(Map.of("timeout_seconds", 0), Wait.OPTIONS).get(Wait.TIMEOUT))
                .contains(Duration.ZERO);
        assertThat(Given.json(Map.of("grace_seconds", 0), Kill.OPTIONS).get(Kill.GRACE))
                .contains(Duration.ZERO);
        Given age = Given.json(Map.of("started_within_seconds", 0), ListJobs.TOOL.options());
        assertThat(ListJobs.wanted(age)).accepts(SomeJob.in(JobStateTest.STATES.getFirst()));
        Map<String, Object> head = new HashMap<>(Map.of("job", 17, "head", 5));
        for (String name : new String[] {"tail", "from_line", "to_line", "scroll", "context"}) {
            head.put(name, 0);
        }
        assertThat(View.of(Given.json(head, ReadOutput.TOOL.options())))
                .isEqualTo(new View.Of(new Part.Head(5)));
        assertThat(timer("in_seconds", 0).due())
                .isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
        assertThat(timer("in_seconds", 0, "at", "2126-03-01T17:30:00Z").due())
                .isEqualTo(Instant.parse("2126-03-01T17:30:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "2126-03-01T17:30, 2126-03-01T08:30:00Z",
        "2126-03-01 7:05, 2126-02-28T22:05:00Z",
        "2126-03-01, 2126-02-28T15:00:00Z",
        "2126-03-01T17:30:00+01:00, 2126-03-01T16:30:00Z",
        "2126-03-01T17:30:00.000Z, 2126-03-01T17:30:00Z",
    })
    void timerIsUpByTheClockOfTheAgent(String at, Instant due) {
        assertThat(timer("at", at).due()).isEqualTo(due);
    }

    @Test
    void timeOfDayIsTheNextOneAndOthersAreRefused() {
        Instant due = timer("at", "23:00").due();

        assertThat(TOKYO.clock(due).toLocalTime()).hasToString("23:00");
        assertThat(due).isBetween(Instant.now(), Instant.now().plus(Duration.ofHours(24)));

        assertThatThrownBy(() -> timer("at", "25:00"))
                .hasMessageContaining("expected a time of day");
        assertThatThrownBy(() -> timer("at", "2020-01-01")).hasMessageContaining("has passed");
        assertThatThrownBy(() -> timer()).hasMessageContaining("either in_seconds");
        assertThat(Optional.of(timer("in_seconds", "10m")).map(Timer::note)).contains("tea");
    }

    @Test
    void zoneThatIsNotKnownMattersOnlyForATimeThatNeedsOne() {
        Map<String, Object> given = new HashMap<>(Map.of("note", "tea", "at", "17:30"));

        assertThatThrownBy(() -> onMars(given)).hasMessageContaining("TZ is \"Mars/Base\"");
        given.put("at", "2126-03-01T17:30:00Z");
        assertThat(onMars(given).due()).isEqualTo(Instant.parse("2126-03-01T17:30:00Z"));
    }

    private static Timer onMars(Map<String, Object> given) {
        return SetTimer.timer(
                Given.json(given, SetTimer.TOOL.options()),
                () -> CallerZone.of(Map.of("TZ", "Mars/Base")));
    }
}
