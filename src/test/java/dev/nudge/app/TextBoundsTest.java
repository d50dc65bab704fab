package dev.nudge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.text.CallerZone;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What is too long in the call of a tool is refused in a short sentence that names the argument.
class TextBoundsTest {
    private static final String LONG = "x".repeat(14_000_000);

    private static final Map<String, Function<Map<String, Object>, Object>> TOOLS =
            Map.of(
                    "run_long_command", RunRequestTest::runRequest,
                    "list_jobs", in(ListJobs.TOOL, ListJobs::wanted),
                    "read_output",
                            in(
                                    ReadOutput.TOOL,
                                    given -> {
                                        var _ = given.require(ReadOutput.JOB);
                                        return ReadOutput.View.of(given);
                                    }),
                    "wait_for_job", in(Wait.TOOL, Wait.Order::of),
                    "watch_output",
                            in(WatchOutput.TOOL, given -> WatchOutput.Order.of(given, _ -> 17)),
                    "set_timer",
                            in(SetTimer.TOOL, given -> SetTimer.timer(given, () -> CallerZone.UTC)),
                    "send_input", in(Send.TOOL, given -> Send.Order.of(given).checked()),
                    "kill_job",
                            in(
                                    Kill.TOOL,
                                    given -> {
                                        var _ = given.require(Kill.JOB);
                                        return Kill.Order.of(given);
                                    }));

    private static Function<Map<String, Object>, Object> in(
            ToolForm tool, Function<Given, Object> read) {
        return arguments -> read.apply(Given.json(arguments, tool.options()));
    }

    private static Arguments of(String tool, String argument, Object value, Object... others) {
        Map<String, Object> given = new HashMap<>();
        for (int i = 0; i < others.length; i += 2) {
            given.put((String) others[i], others[i + 1]);
        }
        given.put(argument, value);
        return Arguments.of(tool, argument, given);
    }

    static Stream<Arguments> longOnes() {
        List<String> jobs = Collections.nCopies(10_001, "17");
        Map<String, String> variables =
                IntStream.range(0, 10_001).boxed().collect(Collectors.toMap(i -> "V" + i, i -> ""));
        Map<String, String> muchInAll =
                IntStream.range(0, 20)
                        .boxed()
                        .collect(Collectors.toMap(i -> "V" + i, i -> LONG.substring(0, 100_000)));
        String texts =
                "label cwd notify excerpt life_span group after wait_seconds retry memory cpus nice interactive";
        Stream<Arguments> ofCommands =
                Stream.of(texts.split(" ", -1))
                        .map(name -> of("run_long_command", name, LONG, "command", "true"));
        return Stream.concat(
                ofCommands,
                Stream.of(
                        of("run_long_command", "command", LONG),
                        of("run_long_command", "after", jobs, "command", "true"),
                        of("run_long_command", "env", Map.of("V", LONG), "command", "true"),
                        of("run_long_command", "env", Map.of(LONG, "V"), "command", "true"),
                        of("run_long_command", "env", variables, "command", "true"),
                        of("run_long_command", "env", muchInAll, "command", "true"),
                        of("list_jobs", "label", LONG),
                        of("list_jobs", "state", LONG),
                        of("read_output", "job", LONG),
                        of("read_output", "pattern", LONG, "job", 17),
                        of("read_output", "tail", LONG, "job", 17),
                        of("wait_for_job", "job", LONG),
                        of("wait_for_job", "jobs", List.of(LONG)),
                        of("wait_for_job", "jobs", jobs),
                        of("wait_for_job", "mode", LONG, "job", 17),
                        of("watch_output", "pattern", LONG, "job", 17),
                        of("watch_output", "file", LONG, "pattern", "x"),
                        of("watch_output", "from", LONG, "job", 17, "pattern", "x"),
                        of("watch_output", "label", LONG, "job", 17, "pattern", "x"),
                        of("set_timer", "note", LONG, "in_seconds", 1),
                        of("set_timer", "at", LONG, "note", "x"),
                        of("send_input", "text", LONG, "job", 17),
                        of("send_input", "keys", List.of(LONG), "job", 17),
                        of("send_input", "keys", LONG, "job", 17),
                        of("send_input", "keys", jobs, "job", 17),
                        of("kill_job", "job", LONG),
                        of("kill_job", "grace_seconds", LONG, "job", 17)));
    }

    @ParameterizedTest(name = "{0} {1} [{index}]")
    @MethodSource("longOnes")
    void whatIsTooLongIsRefusedInAShortSentence(
            String tool, String argument, Map<String, Object> given) {
        assertThatThrownBy(() -> Objects.requireNonNull(TOOLS.get(tool)).apply(given))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(argument.equals("env") ? "" : argument, "expected")
                .hasSizeLessThan(300);
    }

    @Test
    void textsUpToTheirBoundsAreAccepted() {
        Map<String, Object> given =
                Map.of(
                        "command",
                        "é".repeat(65_535),
                        "label",
                        "é".repeat(200),
                        "env",
                        Map.of("V", "x".repeat(131_069)));
        assertThat(RunRequestTest.runRequest(given).label()).isPresent();
    }

    @ParameterizedTest
    @EnumSource(TextBound.class)
    void documentHasEachBound(TextBound bound) throws IOException {
        String document = Files.readString(Path.of("docs/tools.md"));

        assertThat(document).contains("| " + bound.words() + " |");
    }
}
