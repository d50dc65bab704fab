package dev.nudge.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SearchCostTest {
    private long now;
    private final SearchCost cost = new SearchCost(Duration.ofMinutes(2), () -> now);

    /// Searches what comes in ten minutes: every second so many bytes, for so long.
    private void search(Duration taken, long bytes) {
        for (int i = 0; i < 600 && !cost.isTooMuch(); i++) {
            now += Duration.ofSeconds(1).toNanos();
            cost.add(taken, bytes);
        }
    }

    @Test
    void slowPatternThatKeepsUpWithItsFileCostsTooMuch() {
        search(Duration.ofMillis(900), 50_000);

        assertThat(cost.isTooMuch()).isTrue();
        assertThat(cost.words())
                .startsWith("the pattern costs too much: in 166 seconds, only 8 MB");
    }

    @Test
    void slowPatternThatTakesASmallPartOfAProcessorDoesNot() {
        search(Duration.ofMillis(200), 50_000);

        assertThat(cost.isTooMuch()).isFalse();
    }

    @Test
    void slowPatternThatCatchesUpDoesNot() {
        now += Duration.ofSeconds(100).toNanos();
        cost.add(Duration.ofSeconds(100), 5_000_000);
        search(Duration.ZERO, 10);
        now += Duration.ofSeconds(100).toNanos();
        cost.add(Duration.ofSeconds(100), 5_000_000);

        assertThat(cost.isTooMuch()).isFalse();
    }

    @Test
    void fastPatternDoesNotHoweverMuchItSearches() {
        search(Duration.ofSeconds(1), 100 << 20);

        assertThat(cost.isTooMuch()).isFalse();
    }
}
