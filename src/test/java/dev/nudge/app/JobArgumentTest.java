package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.JobSelector;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// How models name jobs.
class JobArgumentTest {
    private static JobSelector read(Map<String, Object> arguments) {
        return Given.json(arguments, ReadOutput.TOOL.options()).require(ReadOutput.JOB);
    }

    @Test
    void jobIsANumberALabelOrTheLastAsAreSeveral() {
        JobSelector.One number = new JobSelector.One(17);
        assertThat(Stream.of(17, 17.0, "17", "17.0"))
                .extracting(job -> read(Map.of("job", job)))
                .containsOnly(number);
        assertThat(read(Map.of("job", "@last"))).isEqualTo(new JobSelector.Last());
        assertThat(read(Map.of("job", "build"))).isEqualTo(new JobSelector.Label("build"));

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
        assertThatThrownBy(() -> read(Map.of())).hasMessage("job is missing" + expected);
        Map<Object, String> wrong =
                Map.of(0, "0", "3-7", "\"3-7\"", "@first", "\"@first\"", Map.of(), "an object");
        wrong.forEach((job, shown) ->
                assertThatThrownBy(() -> read(Map.of("job", job)))
                        .hasMessage("job is " + shown + expected));
        assertThatThrownBy(() -> awaited(Map.of("jobs", Collections.singletonList(null))))
                .hasMessage("jobs is null" + expected);
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
