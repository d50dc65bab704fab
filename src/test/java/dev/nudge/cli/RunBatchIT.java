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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `nudge run --batch`: many jobs by one call.
class RunBatchIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    private String batch(String lines) throws IOException {
        return Files.writeString(user.folder("batch").resolve("jobs.txt"), lines).toString();
    }

    private String run(String lines, String... options) throws IOException {
        List<String> words =
                Stream.concat(Stream.of("run", "--batch", batch(lines)), Stream.of(options))
                        .toList();
        return user.run(words.toArray(String[]::new)).strip();
    }

    private String output(long job) {
        user.awaitEnd(job);
        return user.output(job);
    }

    private void nothingWasStarted() {
        assertThat(user.run("ps", "--all", "--json").strip()).isEqualTo("[ ]");
        assertThat(user.state().resolve("jobs").toFile().list()).isEmpty();
    }

    @Test
    void eachLineIsACommandByteForByteWhereverItComesFrom() throws IOException {
        String range =
                run(
                        "echo one; echo $((1 + 1))\n\n# a comment\n  # another\n  printf 'a  b\\n'\r\necho \"$NUDGE_JOB\"");

        assertThat(range).isEqualTo("1-3");
        assertThat(output(1)).isEqualTo("one\n2\n");
        assertThat(output(2)).isEqualTo("a  b\n");
        assertThat(output(3)).isEqualTo("3\n");
        JsonNode jobs = JsonMapper.shared().readTree(run("true\nfalse", "--json"));
        assertThat(jobs.valueStream().map(job -> job.path("job").intValue(-1)))
                .containsExactly(4, 5);
        assertThat(jobs.valueStream().map(job -> job.path("command").stringValue("")))
                .containsExactly("true", "false");

        String nudge = String.join(" ", NudgeUser.command("run", "--batch"));
        ShortCommand shell = new ShortCommand(Patience.LONG, user.environment());
        assertThat(shell.run(List.of("bash", "-c", nudge + " <(echo 'echo one')")))
                .isEqualTo("6\n");
        assertThat(shell.run(List.of("bash", "-c", "echo 'echo two' | " + nudge + " /dev/stdin")))
                .isEqualTo("7\n");
        assertThat(shell.run(List.of("bash", "-c", "printf 'true\\necho 9' | " + nudge + " -")))
                .isEqualTo("8-9\n");
        assertThat(output(6)).isEqualTo("one\n");
        assertThat(output(7)).isEqualTo("two\n");
        assertThat(output(9)).isEqualTo("9\n");

        String bytes =
                """
                printf %s café | od -An -tx1
                {"command": "printf %s $A | od -An -tx1", "env": {"A": "é"}}
                """;
        Path file = user.folder("batch").resolve("bytes");
        Files.writeString(file, bytes, ISO_8859_1);
        assertThat(user.run("run", "--batch", file.toString())).isEqualTo("10-11\n");
        assertThat(output(10)).isEqualTo(" 63 61 66 e9\n");
        assertThat(output(11)).isEqualTo(" e9\n");
    }

    @Test
    void anObjectHasTheOptionsOfRunAndTheArgumentsOfTheToolAndThoseOfTheCallAreDefaults()
            throws IOException {
        user.run("group", "add", "builds", "--parallel", "1");
        Path folder = user.folder("elsewhere");
        String lines =
                """
                {"command": "echo $A-$B-$C; pwd", "cwd": "%s", "env": {"A": "x=1", "B": 2}, "label": "first", "timeout_seconds": 90}
                {"command": ["printf", "%%s|", "a b", "c"], "group": "builds", "priority": 3, "after_any": [], "retry": 2, "retry-delay": "5s", "silence_timeout": "2m"}
                {"command": "test -t 0 && echo terminal", "interactive": true, "size": "90x20"}
                {"command": "true", "pty": false, "exclusive": "disk", "nice": 5, "delay_seconds": 3600, "label": null}
                echo $A$B$C
                """
                        .formatted(folder);
        run(lines, "--label", "all", "--priority", "1", "--env", "B=0", "--env", "C=3");

        assertThat(output(1)).isEqualTo("x=1-2-3\n" + folder + "\n");
        assertThat(output(2)).isEqualTo("a b|c|");
        assertThat(output(3)).contains("terminal");
        assertThat(output(5)).isEqualTo("03\n");
        assertThat(user.value(1, "label")).isEqualTo("first");
        assertThat(user.value(4, "label")).isEqualTo("all");
        assertThat(user.run("show", "1")).contains("90 s");
        assertThat(user.run("show", "2")).contains("builds").contains("120 s");
        assertThat(user.record(2).at("/queue/priority").intValue(-1)).isEqualTo(3);
        assertThat(user.record(4).at("/queue/priority").intValue(-1)).isEqualTo(1);
        assertThat(user.record(4).at("/queue/exclusive").stringValue("")).isEqualTo("disk");
        assertThat(user.run("show", "4")).contains("queued");
    }

    @Test
    void aLineCanBeAnArrayOrRunAfterAnotherJob() throws IOException {
        user.run("run", "--", "true");
        user.awaitEnd(1);

        assertThat(
                        run(
                                "true\n{\"command\": \"echo $NUDGE_ARRAY_TASK\", \"array\": \"7-8\"}\n{\"command\": \"echo after\", \"after\": [1]}"))
                .isEqualTo("2-5");

        assertThat(output(4)).isEqualTo("8\n");
        assertThat(user.run("show", "4")).containsPattern("task +8 of array 3-4\n");
        assertThat(output(5)).isEqualTo("after\n");
    }

    /// The limit is that of the caller, which the job has too.
    @Test
    void whatTheSystemCannotStartIsRefused() throws IOException {
        user.startDaemon();
        String line = "true " + "x".repeat(40_000);
        String script =
                "ulimit -s 512; export BIG=$(head -c 60000 /dev/zero | tr '\\0' x); %s; echo $?"
                        .formatted(
                                String.join(
                                        " ",
                                        NudgeUser.command(
                                                "run",
                                                "--env",
                                                "OTHER=\"${BIG:0:50000}\"",
                                                "--batch",
                                                batch(line),
                                                "2>&1")));

        assertThat(
                        new ShortCommand(Patience.LONG, user.environment())
                                .run(List.of("bash", "-c", script)))
                .contains("line 1: its command of 40005 bytes and its environment of ")
                .contains("the limit is 122880")
                .contains("the largest variable is BIG with 60005 bytes")
                .endsWith("\n1\n");
        nothingWasStarted();
    }

    private void refused(String line, String reason) throws IOException {
        String file = batch("true\n\n# a comment\n" + line + "\n");
        assertThat(user.fail("run", "--batch", file))
                .contains("Nothing was started, because of " + file + ", line 4: ")
                .contains(reason);
    }

    /// The last line is wrong: the first one must not have been started.
    @Test
    void aWrongLineIsNamedAndNothingIsStarted() throws IOException {
        String command = "{\"command\": \"true\", ";
        refused(command + "\"group\": \"nosuch\"}", "there is no group \"nosuch\"");
        refused(command + "\"after\": [77]}", "No job 77");
        refused(command + "\"cwd\": \"/no/such\"}", "the directory /no/such does not exist");
        refused(command + "\"agent\": \"nobody\"}", "nobody");
        nothingWasStarted();
    }

    /// All are there, or none, whenever the daemon is killed.
    @Test
    void aBatchIsAddedAsAWhole() throws Exception {
        user.run("group", "add", "many", "--parallel", "1");
        user.run("pause", "many");
        String lines =
                IntStream.rangeClosed(1, 500)
                        .mapToObj(number -> "echo " + number)
                        .collect(Collectors.joining("\n"));
        Process nudge = user.start("run", "--group", "many", "--batch", batch(lines));
        Path jobs = user.state().resolve("jobs");
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> Files.exists(jobs.resolve("100/job.json")) || !nudge.isAlive());
        user.killDaemon();
        nudge.waitFor();
        user.startDaemon();

        int left = user.stored().size();
        assertThat(left).isIn(0, 500);
        assertThat(user.run("run", "--group", "many", "--batch", batch("true\ntrue")).strip())
                .isEqualTo("501-502");
    }
}
