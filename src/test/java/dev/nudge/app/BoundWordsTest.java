package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BoundWordsTest {
    @Test
    void readsWhatIsGivenAndZeroAsNoBound() {
        assertThat(BoundWords.memory("--memory", "8G")).hasValue(8L << 30);
        assertThat(BoundWords.memory("--memory", "512m")).hasValue(512L << 20);
        assertThat(BoundWords.memory("--memory", "16777216")).hasValue(16L << 20);
        assertThat(BoundWords.cpus("--cpus", "2")).hasValue(2);
        assertThat(BoundWords.cpus("--cpus", "0.50")).hasValue(0.5);
        assertThat(BoundWords.nice("--nice", "-20")).isEqualTo(-20);
        assertThat(BoundWords.nice("--nice", "+19")).isEqualTo(19);

        assertThat(BoundWords.memory("--memory", "0")).isEmpty();
        assertThat(BoundWords.memory("--memory", "0G")).isEmpty();
        assertThat(BoundWords.cpus("--cpus", "0")).isEmpty();
        assertThat(BoundWords.cpus("--cpus", "0.0")).isEmpty();
    }

    @Test
    void refusesWhatIsNoBound() {
        refused(
                Run.MEMORY,
                "a size such as 512M or 8G, 16M or more, or 0 for no bound",
                List.of("", "8T", "-1G", "1M", "8 GB", "0.5G", "99999999999999999999"));
        refused(
                Run.CPUS,
                "a number of processors, such as 2 or 0.5, or 0 for no bound",
                List.of("", "0.001", "-1", "1e3", "all", "10000"));
        refused(Run.NICE, "-20 (first) to 19 (last)", List.of("", "20", "-21", "1.5", "low"));
    }

    private static void refused(Option<?> option, String expected, List<String> words) {
        for (String word : words) {
            assertThatThrownBy(() -> option.type().word().read("--it", word))
                    .hasMessage("--it is \"%s\"; expected %s".formatted(word, expected));
        }
    }
}
