package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.text.TextBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What is too long in the call of a tool is refused in a short sentence that names the argument.
class TextBoundsTest {
    private static final String LONG = "x".repeat(14_000_000);

    private static final List<String> MANY = Collections.nCopies(10_001, "17");

    private static void assertRefused(ThrowingCallable read, String name) {
        assertThatThrownBy(read)
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(name, "expected")
                .hasSizeLessThan(300);
    }

    @ParameterizedTest
    @MethodSource
    void whatIsTooLongIsRefusedInAShortSentence(ToolForm tool) {
        for (Option<?> option : tool.options()) {
            for (Object value : List.of(LONG, List.of(LONG), MANY)) {
                Given given = Given.json(Map.of(option.key(), value), tool.options());
                assertRefused(
                        () -> {
                            Object _ = given.all(option);
                            // Its length is looked at only when it is known what is to be typed.
                            var _ = Send.Order.of(given).checked();
                        },
                        option.key());
            }
        }
    }

    static Stream<ToolForm> whatIsTooLongIsRefusedInAShortSentence() {
        return Stream.of(
                Run.TOOL,
                ListJobs.TOOL,
                ReadOutput.TOOL,
                Wait.TOOL,
                WatchOutput.TOOL,
                SetTimer.TOOL,
                Send.TOOL,
                Kill.TOOL);
    }

    @Test
    void tooManyOrTooLongVariablesAreRefused() {
        Map<String, String> many =
                IntStream.range(0, 10_001).boxed().collect(Collectors.toMap(i -> "V" + i, i -> ""));
        Map<String, String> muchInAll =
                IntStream.range(0, 20)
                        .boxed()
                        .collect(Collectors.toMap(i -> "V" + i, i -> LONG.substring(0, 100_000)));
        for (Object variables : List.of(Map.of("V", LONG), Map.of(LONG, "V"), many, muchInAll)) {
            assertRefused(
                    () -> RunRequestTest.runRequest(Map.of("command", "true", "env", variables)),
                    "");
        }
    }

    @Test
    void textsUpToTheirBoundsAreAccepted() {
        Map<String, Object> given =
                Map.of(
                        "command", "é".repeat(65_535),
                        "label", "é".repeat(200),
                        "env", Map.of("V", "x".repeat(131_069)));
        assertThat(RunRequestTest.runRequest(given).label()).isPresent();
    }

    @ParameterizedTest
    @EnumSource(TextBound.class)
    void documentHasEachBound(TextBound bound) throws IOException {
        String document = Files.readString(Path.of("docs/tools.md"));

        assertThat(document).contains("| " + bound.words() + " |");
    }
}
