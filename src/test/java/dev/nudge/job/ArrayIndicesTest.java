package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayIndicesTest {
    private static ArrayIndices parse(String text) {
        return ArrayIndices.parse("--array", text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1-3|1,2,3", "7|7", "1,3,5|1,3,5",
                "0-30:10|0,10,20,30", "0-9:4|0,4,8", "5,1-3,2|1,2,3,5",
                "8-8|8", "4000000|4000000"
            })
    void formsOfSlurmAreRead(String text, String indices) {
        assertThat(parse(text).all())
                .containsExactlyElementsOf(
                        List.of(indices.split(",")).stream().map(Integer::valueOf).toList());
        assertThat(parse(text).parallel()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "x|is \"x\"; expected indices such as 1-100",
                "1-|expected indices",
                "1,,2|expected indices",
                "-3|expected indices",
                "1-5:|expected indices",
                "1 - 5|expected indices",
                "%8|expected indices",
                "1-5%|expected indices",
                "''|expected indices",
                "1-9999999999|expected indices",
                "5-1|has the empty range 5-1; expected the lower index first",
                "1-5:0|has the empty range 1-5:0",
                "1-5%0|allows no task to run (%0); expected 1 or more",
                "4000001|has the index 4000001; the highest is 4000000",
                "1-1001|has more than 1000 tasks",
                "0-4000000|has more than 1000 tasks"
            })
    void otherFormsAreRefusedWithTheReason(String text, String message) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("--array ");
    }

    @Test
    void indicesAreWrittenInFewCharactersAndThousandTasksAreAllowed() {
        assertThat(ArrayIndices.words(parse("1-100").all())).isEqualTo("1-100");
        assertThat(ArrayIndices.words(parse("1-3,7,9-10").all())).isEqualTo("1-3,7,9-10");
        assertThat(ArrayIndices.words(List.of(7))).isEqualTo("7");
        assertThat(parse(ArrayIndices.words(parse("0-30:10").all()))).isEqualTo(parse("0-30:10"));

        assertThat(parse("1-100%8").parallel()).contains(8);
        assertThat(parse("1-100%8").all()).hasSize(100);

        assertThat(parse("1-1000").all()).hasSize(1000);
        assertThat(parse("0-1998:2").all()).hasSize(1000);
    }
}
