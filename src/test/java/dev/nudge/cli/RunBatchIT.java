package dev.nudge.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `nudge run --batch`: many jobs by one call.
class RunBatchIT {
    @AutoClose private static NudgeUser user = NudgeUser.create();

    private static String batch(String lines) throws IOException {
        return Files.writeString(user.folder("batch").resolve("jobs.txt"), lines).toString();
    }

    private static String run(String lines, String options) throws IOException {
        return user.run(("run --batch " + batch(lines) + options).split(" ", -1)).strip();
    }

    /// Returns the first job of a range.
    private static long first(String range) {
        return Long.parseLong(range.strip().split("-", -1)[0]);
    }

    @Test
    void eachLineIsACommandByteForByteWhereverItComesFrom() throws IOException {
        String range =
                run(
                        "echo one; echo $((1 + 1))\n\n# a comment\n  # another\n  printf 'a  b\\n'\r\necho \"$NUDGE_JOB\"",
                        "");
        long one = first(range);

        assertThat(range).isEqualTo("%d-%d".formatted(one, one + 2));
        assertThat(user.wholeOutput(one)).isEqualTo("one\n2\n");
        assertThat(user.wholeOutput(one + 1)).isEqualTo("a  b\n");
        assertThat(user.wholeOutput(one + 2)).isEqualTo(one + 2 + "\n");
        JsonNode jobs = JsonMapper.shared().readTree(run("true\nfalse", " --json"));
        assertThat(jobs.valueStream().map(job -> job.path("job").longValue()))
                .containsExactly(one + 3, one + 4);
        assertThat(jobs.valueStream().map(job -> job.path("command").stringValue("")))
                .containsExactly("true", "false");

        assertThat(user.wholeOutput(first(shell("nudge <(echo 'echo one')")))).isEqualTo("one\n");
        assertThat(user.wholeOutput(first(shell("echo 'echo two' | nudge /dev/stdin"))))
                .isEqualTo("two\n");
        assertThat(user.wholeOutput(first(shell("printf 'true\\necho 9' | nudge -")) + 1))
                .isEqualTo("9\n");

        String bytes =
                """
                printf %s café | od -An -tx1
                {"command": "printf %s $A | od -An -tx1", "env": {"A": "é"}}
                """;
        Path file = user.folder("batch").resolve("bytes");
        Files.writeString(file, bytes, ISO_8859_1);
        long raw = first(user.run("run", "--batch", file.toString()));
        assertThat(user.wholeOutput(raw)).isEqualTo(" 63 61 66 e9\n");
        assertThat(user.wholeOutput(raw + 1)).isEqualTo(" e9\n");
    }

    /// Runs a line of bash in which `nudge` reads a batch.
    private static String shell(String line) {
        String nudge = String.join(" ", NudgeUser.command("run", "--batch", "\"$@\""));
        return new ShortCommand(Patience.LONG, user.environment())
                .run(List.of("bash", "-c", "nudge() { " + nudge + "; }\n" + line));
    }

    @Test
    void anObjectHasTheOptionsOfRunAndTheArgumentsOfTheToolAndThoseOfTheCallAreDefaults()
            throws IOException {
        user.run("group", "add", "builds", "--parallel", "1");
        Path folder = user.folder("elsewhere");
        String ended = Long.toString(user.runJob("true"));
        user.run("wait", ended);
        String lines =
                """
                {"command": "echo $A-$B-$C; pwd", "cwd": "%s", "env": {"A": "x=1", "B": 2}, "label": "first", "timeout_seconds": 90}
                {"command": ["printf", "%%s|", "a b", "c"], "group": "builds", "priority": 3, "after_any": [], "retry": 2, "retry-delay": "5s", "silence_timeout": "2m"}
                {"command": "test -t 0 && echo terminal", "interactive": true, "size": "90x20"}
                {"command": "true", "pty": false, "exclusive": "disk", "nice": 5, "delay_seconds": 3600, "label": null}
                echo $A$B$C
                {"command": "echo $NUDGE_ARRAY_TASK", "array": "7-8"}
                {"command": "echo after", "after": [%s]}
                """
                        .formatted(folder, ended);
        long one = first(run(lines, " --label all --priority 1 --env B=0 --env C=3"));

        assertThat(user.wholeOutput(one)).isEqualTo("x=1-2-3\n" + folder + "\n");
        assertThat(user.wholeOutput(one + 1)).isEqualTo("a b|c|");
        assertThat(user.wholeOutput(one + 2)).contains("terminal");
        assertThat(user.wholeOutput(one + 4)).isEqualTo("03\n");
        assertThat(user.wholeOutput(one + 6)).isEqualTo("8\n");
        assertThat(user.wholeOutput(one + 7)).isEqualTo("after\n");
        assertThat(user.value(one, "label")).isEqualTo("first");
        assertThat(user.value(one + 3, "label")).isEqualTo("all");
        assertThat(shown(one)).contains("90 s");
        assertThat(shown(one + 1)).contains("builds").contains("120 s");
        assertThat(shown(one + 3)).contains("queued");
        assertThat(shown(one + 6))
                .containsPattern("task +8 of array %d-%d\n".formatted(one + 5, one + 6));
        assertThat(user.record(one + 1).at("/queue/priority").intValue(-1)).isEqualTo(3);
        assertThat(user.record(one + 3).at("/queue/priority").intValue(-1)).isEqualTo(1);
        assertThat(user.record(one + 3).at("/queue/exclusive").stringValue("")).isEqualTo("disk");
    }

    private static String shown(long job) {
        return user.run("show", Long.toString(job));
    }

    /// The last line is wrong: the first one must not have been started.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"group\": \"nosuch\"; there is no group \"nosuch\"",
                "\"after\": [7777]; No job 7777",
                "\"cwd\": \"/no/such\"; the directory /no/such does not exist",
                "\"agent\": \"nobody\"; nobody"
            })
    void aWrongLineIsNamedAndNothingIsStarted(String option, String reason) throws IOException {
        long next = user.runJob("true") + 1;
        String file = batch("true\n\n# a comment\n{\"command\": \"true\", " + option + "}\n");
        assertThat(user.fail("run", "--batch", file))
                .contains("Nothing was started, because of " + file + ", line 4: ")
                .contains(reason);
        assertThat(user.job(next)).doesNotExist();
    }

    /// The limit is that of the caller, which the job has too.
    @Test
    void whatTheSystemCannotStartIsRefused() throws IOException {
        long next = user.runJob("true") + 1;
        String script =
                "ulimit -s 512; export BIG=$(head -c 60000 /dev/zero | tr '\\0' x); nudge %s --env OTHER=\"${BIG:0:50000}\" 2>&1; echo $?"
                        .formatted(batch("true " + "x".repeat(40_000)));

        assertThat(shell(script))
                .contains("line 1: its command of 40005 bytes and its environment of ")
                .contains("the limit is 122880")
                .contains("the largest variable is BIG with 60005 bytes")
                .endsWith("\n1\n");
        assertThat(user.job(next)).doesNotExist();
    }

    /// All are there, or none, whenever the daemon is killed.
    @Test
    void aBatchIsAddedAsAWhole() throws Exception {
        user.run("group", "add", "many", "--parallel", "1");
        user.run("pause", "many");
        long first = user.runJob("true") + 1;
        int before = user.stored().size();
        Process nudge =
                user.start("run", "--group", "many", "--batch", batch("true\n".repeat(500)));
        Path some = user.job(first + 99).resolve("job.json");
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> Files.exists(some) || !nudge.isAlive());
        user.killDaemon();
        nudge.waitFor();
        user.startDaemon();

        assertThat(user.stored().size() - before).isIn(0, 500);
        assertThat(run("true\ntrue", " --group many"))
                .isEqualTo("%d-%d".formatted(first + 500, first + 501));
    }
}
