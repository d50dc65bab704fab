package dev.nudge.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.RecordingCaller;
import dev.nudge.console.Services;
import dev.nudge.testkit.NoPage;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Command lines that are refused before any part of the daemon is used.
class CommandsTest {
    @TempDir private Path folder;
    private final RecordingCaller caller = new RecordingCaller();

    private final Commands commands = commands();

    @SuppressWarnings("NullAway") // no part of the daemon is used
    private static Commands commands() {
        return new Commands(new Services(null, null, null, List.of()), new NoPage());
    }

    private int run(String... words) {
        return commands.run(List.of(words), caller);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --label %s true",
                "run --env V=%s true",
                "run --group %s true",
                "logs --grep %s 1",
                "logs %s"
            })
    void textThatIsTooLongIsWrongUsage(String line) {
        String text = "x".repeat(200_000);

        assertThat(run(line.formatted(text).split(" ", -1))).isEqualTo(ExitCodes.USAGE);
        assertThat(caller.errors()).contains("; expected at most ").hasSizeLessThan(300);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "--%s",
                "show 1 %s",
                "logs --grep (%s 1",
                "kill -s %s 1",
                "run --label %s true",
                "send 1 -k %s"
            })
    void errorControlsNoTerminal(String line) {
        String evil = "\u001b]0;t\u0007\u009b31m\u202e\r";
        assertThat(run(line.formatted(evil).split(" ", -1))).isNotEqualTo(ExitCodes.OK);
        assertThat(caller.errors().lines().toList())
                .isNotEmpty()
                .allMatch(shown -> shown.equals(Printable.escaped(shown)));
        assertThat(caller.errors()).doesNotContain("\r");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "run --timeout -1 true|--timeout is -1; expected 0 or more.",
                "run --agent %1 --notify bogus true|--notify is \"bogus\"; expected inject, notify, silent or on_failure.",
                "run --notify gemini-cli true|--notify is \"gemini-cli\"; expected inject, notify, silent or on_failure. The agent is named with --agent.",
                "run --notify notify true|--notify needs an agent: add --agent PANE.",
                "run --timeout 5x true|--timeout is \"5x\"; expected seconds (90), or 90s, 10m, 1h30m, 1d, 1w.",
                "run --memory 1M true|--memory is \"1M\"; expected a size such as 512M",
                "run --cpus none true|--cpus is \"none\"; expected a number of processors",
                "run --nice 20 true|--nice is \"20\"; expected -20 (first) to 19 (last)",
                "run --env A true|--env is \"A\"; expected NAME=VALUE.",
                "run --env =2 true|--env has \"\"; expected the name of an environment variable, which is not empty and has no = in it.",
                "run --env NUDGE_JOB=2 true|--env sets NUDGE_JOB, which belongs to nudge; leave it out.",
                "run|CMD is missing.",
                "`run `|The command is blank; expected",
                "run --batch - --wait|leave --wait out",
                "run --batch - --stdin|--batch and --stdin do not go together",
                "run --batch - make|leave \"make\" out",
                "run --pty --stdin cat|nudge send",
                "run --pty --retry 1 cat|--retry",
                "run --label|--label needs a value: NAME.",
                "run --wait --wait true|--wait is given twice; expected once.",
                "run --bogus true|There is no option \"--bogus\".",
                "kill|JOB is missing: name the jobs, or use --all.",
                "run --label a\u0007b true|--label has the control character U+0007; expected a name",
                "send 1 -k Bogus|No key \"Bogus\"",
                "run --wait=true true|--wait takes no value.",
                "show 1 2|Unexpected argument \"2\".",
                "ps -n 99999999999|--last is \"99999999999\"; expected a whole number up to 2147483647.",
                "ps --vesion|Did you mean: --version?",
                "kill --rest --all|--rest cannot be combined with --all: name the jobs whose processes are left.",
                "kill --all 1|--all means every job: leave the names of jobs out.",
                "kill -s 99 1|\"99\" is not a signal; expected a name, for example INT, or a number from 1 to 64.",
                "logs --grep ( 1|--grep is \"(\"; expected a regular expression (RE2, without look-around and back-references): missing closing ).",
                "logs -C 1 1|--context needs --grep.",
                "logs --since soon 1|--since is \"soon\"; expected how long ago, in seconds (90), or 90s, 10m, 1h30m, 1d, 1w, or when",
                "logs 7-3|7-3 is an empty range; expected the lower number first, 3-7.",
                "logs @first|\"@first\" is not a job; expected a number (17), a range (3-7), @last or a label.",
                "kill --grace 1 -s INT 1|--grace cannot be combined with --signal",
                "send 1|There is nothing to type.",
                "show 0|0 is not the number of a job; expected 1 or more.",
                "ps --state bogus|--state is \"bogus\"; expected ended, queued, held, ",
                "ps -n 0|--last is 0; expected 1 or more.",
                "ps -n x|--last is \"x\"; expected a whole number.",
                "ps --watch|--watch needs a terminal to draw on",
                "clean --json|Confirm that with --yes",
                "clean 7-3|7-3 is an empty range",
                "clean --state running|--state is \"running\"; expected succeeded or failed.",
                "clean --older 1d 7|--older chooses among all jobs, so it cannot be combined with JOB.",
                "clean --group builds 2|--group chooses among all jobs",
                "run --array 1- true|--array is \"1-\"; expected indices such as 1-100",
                "run --array 1-2 --wait true|leave --wait out",
                "run --array 1-2 --stdin true|put the input into a file",
                "run --env NUDGE_ARRAY_TASK=1 true|belongs to nudge",
                "run --retry -1 true|--retry is -1; expected 0 to 100",
                "run --retry-delay 5 true|--retry-delay needs --retry",
                "logs -f --attempt 1 1|leave --follow out",
                "group add few --parallel 0|--parallel is \"0\"; expected a number, 1 or more, or none.",
                "group add few --min-free-memory much|--min-free-memory is \"much\"; expected bytes",
                "group add few --max-load much|--max-load is \"much\"; expected a number, or none",
                "group remove builds --parallel 3|for nudge group add and set"
            })
    void wrongValueIsWrongUsageAndSaysWhatWasExpected(String words, String complaint) {
        assertThat(run(words.split(" ", -1))).isEqualTo(ExitCodes.USAGE);

        assertThat(caller.errors()).startsWith("nudge: ").contains(complaint, "See: nudge ");
        assertThat(caller.errors().lines().count()).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"label\": \"x\"}|\"command\" is missing or blank",
                "{\"command\": \"\"}|\"command\" is missing or blank",
                "{\"command\": null}|\"command\" is not a string, or a list of strings",
                "{\"command\": \"a\\u0000b\"}|\"command\" holds a NUL character",
                "{ echo a; }|it begins with { but is not an object of JSON",
                "{\"command\": \"a\", \"timeout\": \"soon\"}|--timeout is \"soon\"; expected",
                "{\"command\": \"a\", \"timeout\": 1, \"timeout_seconds\": 2}|--timeout is given twice; expected once.",
                "{\"command\": \"a\", \"colour\": 1}|there is no option \"colour\"; expected \"command\" and some of: after, after_any, agent,",
                "{\"command\": \"a\", \"wait\": true}|\"wait\" is not possible for one job",
                "{\"command\": \"a\", \"wait_seconds\": 5}|\"wait_seconds\" is not possible",
                "{\"command\": \"a\", \"pty\": \"yes\"}|\"pty\" is not true or false",
                "{\"command\": \"a\", \"env\": {\"A\": [1]}}|\"env\" is not an object of strings",
                "{\"command\": \"a\", \"env\": {\"NUDGE_JOB\": \"1\"}}|belongs to nudge",
                "{\"command\": \"a\", \"after\": {\"1\": 2}}|\"after\" is not a string, or a list of strings",
                "{\"command\": \"a\", \"after\": \"1,@first\"}|\"@first\" is not a job",
                "{\"command\": \"a\", \"size\": \"80x24\"}|--size needs a job with a terminal"
            })
    void wrongLineOfABatchIsWrongUsage(String line, String complaint) throws IOException {
        Path file = Files.writeString(folder.resolve("jobs"), "true\n" + line + "\n");

        assertThat(run("run", "--batch", file.toString())).isEqualTo(ExitCodes.USAGE);
        assertThat(caller.errors())
                .contains("Nothing was started, because of " + file + ", line 2: ", complaint);
    }

    private void assertBatchIsRefused(int code, String lines, String complaint) throws IOException {
        Path file = Files.writeString(folder.resolve("jobs"), lines);
        assertThat(run("run", "--batch", file.toString())).isEqualTo(code);
        assertThat(caller.errors()).contains(complaint);
    }

    @Test
    void batchOfNothingOrTooMuchIsRefused() throws IOException {
        assertBatchIsRefused(1, "# nothing\n", "Nothing was started: the batch holds no command.");
        assertBatchIsRefused(
                2, "true\n".repeat(10_001), "line 10001: these are more than 10,000 jobs");
        assertBatchIsRefused(
                1,
                "true\necho " + "x".repeat(200_000),
                "line 2: command has 200,005 bytes; expected at most 131,071");
        assertBatchIsRefused(
                2, "\0".repeat((16 << 20) + 1), "The batch is longer than 16,777,216 bytes");
        assertThat(run("run", "--batch", "/no/such/file")).isEqualTo(1);
        assertThat(caller.errors()).contains("/no/such/file cannot be read: ");
    }

    /// The library keeps what it knows of a command for the next call.
    @Test
    void callHasNothingOfTheOneBefore() {
        assertThat(run("run", "--pty", "--env", "A=1", "--env", "B=2", "--size", "1", "true"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(run("run", "--size", "80x24", "--env", "C=3", "true"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(caller.errors()).contains("--size needs a job with a terminal: add --pty.");
        RecordingCaller next = new RecordingCaller();

        assertThat(commands.run(List.of("run"), next)).isEqualTo(ExitCodes.USAGE);

        assertThat(next.errors()).contains("CMD is missing.").doesNotContain("--size");

        assertThat(run("kill", "--grace", "1", "--signal", "INT", "1")).isEqualTo(ExitCodes.USAGE);
        assertThat(run("kill", "--all", "1", "2")).isEqualTo(ExitCodes.USAGE);
        RecordingCaller last = new RecordingCaller();
        assertThat(commands.run(List.of("kill"), last)).isEqualTo(ExitCodes.USAGE);
        assertThat(last.errors()).startsWith("nudge: JOB is missing: name the jobs, or use --all.");
    }

    @Test
    void unknownCommandIsWrongUsageAndHelpIsPrinted() {
        assertThat(run("bogus")).isEqualTo(ExitCodes.USAGE);
        assertThat(caller.errors())
                .contains("There is no command \"bogus\".", "See: nudge --help")
                .doesNotContain("Did you mean");

        assertThat(run("logs", "--help")).isEqualTo(ExitCodes.OK);

        assertThat(caller.said()).contains("Usage: nudge logs", "--follow");
    }
}
