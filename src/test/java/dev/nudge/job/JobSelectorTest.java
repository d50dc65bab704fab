package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.testkit.SomeJob;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobSelectorTest {
    @Test
    void readsAndWritesNumbersRangesTheLastAndLabels() {
        assertThat(Stream.of("17", "3-7", "@last", "a label", "3-x").map(JobSelector::parse))
                .containsExactly(
                        new JobSelector.One(17),
                        new JobSelector.Range(3, 7),
                        new JobSelector.Last(),
                        new JobSelector.Label("a label"),
                        new JobSelector.Label("3-x"))
                .extracting(JobSelector::word)
                .containsExactly("17", "3-7", "@last", "a label", "3-x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0 is not the number of a job; expected 1 or more",
                "99999999999999999999|99999999999999999999 is not the number of a job; expected 1 or more",
                "7-3|7-3 is an empty range; expected the lower number first, 3-7",
                "0-3|0 is not the number of a job; expected 1 or more",
                "' '|\" \" is not a job; expected a number (17), a range (3-7), @last or a label",
                "@first|\"@first\" is not a job; expected a number (17), a range (3-7), @last or a label",
                "-3|\"-3\" is not a job; expected a number (17), a range (3-7), @last or a label"
            })
    void saysWhatIsWrong(String word, String complaint) {
        assertThatThrownBy(() -> JobSelector.parse(word))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(complaint);
    }

    @Test
    void jobIsFoundByItsLabelAsItIsShownToo() {
        Job job = SomeJob.running(1, SomeJob.labelled("make", "caf\udce9"), Optional.empty());

        assertThat(JobSelector.label("--label", "caf\udce9")).isEqualTo("caf\udce9");
        assertThat(JobSelector.parse("caf\udce9").selects(job, 0)).isTrue();
        assertThat(JobSelector.parse("caf\\xe9").selects(job, 0)).isTrue();
        assertThat(JobSelector.parse("caf\udce8").selects(job, 0)).isFalse();
    }
}
