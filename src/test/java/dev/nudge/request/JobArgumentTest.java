package dev.nudge.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.app.Given;
import dev.nudge.app.Wait;
import dev.nudge.job.JobSelector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How models name jobs.
class JobArgumentTest {
    private final List<JobSelector> asked = new ArrayList<>();

    private long find(JobSelector which) {
        asked.add(which);
        return 40L + asked.size();
    }

    @Test
    void jobIsANumberALabelOrTheLast() {
        for (Object job : List.of(17, 17.0, "17", "17.0", "@last", "build")) {
            assertThat(ReadRequest.of(Map.of("job", job), this::find).job())
                    .isEqualTo(40L + asked.size());
        }
        JobSelector.One number = new JobSelector.One(17);
        assertThat(asked)
                .containsExactly(
                        number,
                        number,
                        number,
                        number,
                        new JobSelector.Last(),
                        new JobSelector.Label("build"));
    }

    @Test
    void severalJobsAreNamedInTheSameWays() {
        JobSelector.One number = new JobSelector.One(17);
        assertThat(awaited(Map.of("jobs", List.of(17, "build"))))
                .containsExactly(number, new JobSelector.Label("build"));
        assertThat(awaited(Map.of("jobs", "@last"))).containsExactly(new JobSelector.Last());
        assertThat(awaited(Map.of("job", 17))).containsExactly(number);
    }

    private static List<JobSelector> awaited(Map<String, Object> arguments) {
        return Wait.Order.of(Given.json(arguments, Wait.TOOL.options())).jobs();
    }

    @Test
    void whatIsNotAJobIsRefusedWithWhatWasExpected() {
        String expected = "; expected the number of a job (17), its label, or @last";
        assertThatThrownBy(() -> ReadRequest.of(Map.of(), this::find))
                .hasMessage("job is missing" + expected);
        assertThatThrownBy(() -> ReadRequest.of(Map.of("job", 0), this::find))
                .hasMessage("job is 0" + expected);
        assertThatThrownBy(() -> ReadRequest.of(Map.of("job", "3-7"), this::find))
                .hasMessage("job is \"3-7\"" + expected);
        assertThatThrownBy(() -> ReadRequest.of(Map.of("job", "@first"), this::find))
                .hasMessage("job is \"@first\"" + expected);
        assertThatThrownBy(() -> ReadRequest.of(Map.of("job", Map.of()), this::find))
                .hasMessage("job is an object" + expected);
        assertThatThrownBy(() -> awaited(Map.of("jobs", Collections.singletonList(null))))
                .hasMessage("jobs is null" + expected);
        assertThat(asked).isEmpty();
    }

    @Test
    void labelByWhichAJobCouldNotBeFoundIsRefused() {
        for (String label : List.of("17", "3-7", "@last", "-x", " build ")) {
            assertThatThrownBy(() ->
                            RunRequestTest.runRequest(Map.of("command", "true", "label", label)))
                    .hasMessageStartingWith("label is \"" + label + "\"")
                    .hasMessageContaining("expected a name on one line");
        }
        assertThatThrownBy(
                        () -> RunRequestTest.runRequest(Map.of("command", "true", "label", "a\nb")))
                .hasMessageStartingWith("label has the control character U+000A");
    }
}
