package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.nudge.calls.OutputReading.SearchPatience;
import dev.nudge.mcp.Progress;
import dev.nudge.output.search.SearchPattern;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchPatienceTest {
    private static final Duration OVER = Duration.ofNanos(-1);

    @Test
    void aPatternIsGivenUpWhenItsTimeIsUpButNoLines() {
        Optional<SearchPattern> pattern = Optional.of(SearchPattern.compile("(.*x){30}"));
        SearchPatience patience = new SearchPatience(pattern, Progress.NONE, OVER);

        assertThatIllegalArgumentException()
                .isThrownBy(patience::look)
                .withMessageStartingWith("pattern is \"(.*x){30}\", which costs too much: after ");
        assertThatCode(new SearchPatience(pattern, Progress.NONE, SearchPatience.LIMIT)::look)
                .doesNotThrowAnyException();

        patience = new SearchPatience(Optional.empty(), Progress.NONE, OVER);

        assertThatCode(patience::look).doesNotThrowAnyException();
    }
}
