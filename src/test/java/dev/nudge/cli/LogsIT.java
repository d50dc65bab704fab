package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What `nudge logs` shows of one job, and of several.
class LogsIT {
    @AutoClose private static NudgeUser user = NudgeUser.with(Map.of("NUDGE_MAX_LOG", "4M"));

    /// Runs a job to its end, and returns its number.
    private static String job(String command) {
        long number = user.runJob(command);
        user.awaitEnd(number);
        return Long.toString(number);
    }

    @Test
    void textOfAPlainJobIsWithoutWhatWasOverwritten() {
        String job = job("printf '10%%\\r50%%\\r100%%\\n\\033[31mred\\033[0m\\r\\nend'");

        assertThat(user.run("logs", "--text", job)).isEqualTo("100%\nred\nend");
        assertThat(user.run("logs", "--text", "--grep", "^red$", job)).isEqualTo("red\n");
        assertThat(user.run("logs", "--text", "-n", "1", "--grep", "%", job)).isEqualTo("100%\n");
        assertThat(user.run("logs", "--text", "--json", "-n", "2", job))
                .isEqualTo("{\"text\":\"red\"}\n{\"text\":\"end\"}\n");
        assertThat(user.run("logs", "--text", "-f", "-n", "1", job)).isEqualTo("end");
    }

    @Test
    void textOfARunningJobEndsBeforeAHalfWrittenCharacter() {
        long job = user.runJob("printf 'one\\na\\341\\265'; sleep 300");
        await().until(() -> Files.size(user.job(job).resolve("output.log")) == 7);
        assertThat(user.run("logs", "--text", Long.toString(job))).isEqualTo("one\na");
    }

    /// Nothing looks at it while it runs.
    @Test
    void outputOfAShortJobIsBounded() {
        long job = user.runJob("seq 1500000");
        user.awaitEnd(job);
        await().until(() -> Files.exists(user.job(job).resolve("hole.json")));
        assertThat(user.run("logs", "-n", "1", Long.toString(job))).isEqualTo("1500000\n");
    }

    @Test
    void linesOfSeveralJobsHaveTheirNumbersInFront() {
        String one = job("echo one; printf two");
        String other = job("echo three");

        assertThat(user.run("logs", one, other))
                .isEqualTo("[%1$s] one\n[%1$s] two\n[%2$s] three\n".formatted(one, other));
        assertThat(user.run("logs", one + "-" + other, "--grep", "t"))
                .isEqualTo("[%s] two\n[%s] three\n".formatted(one, other));
        assertThat(user.run("logs", "-f", "-n", "1", one, other).lines())
                .containsExactlyInAnyOrder(
                        "[%s] two".formatted(one), "[%s] three".formatted(other));
        assertThat(user.run("logs", "--json", other, one))
                .isEqualTo(
                        """
                        {"job":%2$s,"text":"three"}
                        {"job":%1$s,"text":"one"}
                        {"job":%1$s,"text":"two"}
                        """
                                .formatted(one, other));
    }

    @Test
    void severalJobsAreFollowedAtOnce() throws IOException {
        Path first = user.folder("home").resolve("first");
        Path second = user.folder("home").resolve("second");
        String waiting =
                "while [ ! -e %1$s ]; do sleep 0.2; done; echo %2$s; while [ ! -e %1$s.end ]; do sleep 0.2; done";
        String one = Long.toString(user.runJob(waiting.formatted(first, "from one")));
        String other = Long.toString(user.runJob(waiting.formatted(second, "from two")));
        BufferedReader logs = user.start("logs", "-f", one, other).inputReader();
        Files.createFile(second);
        assertThat(logs.readLine()).isEqualTo("[%s] from two".formatted(other));
        Files.createFile(first);
        assertThat(logs.readLine()).isEqualTo("[%s] from one".formatted(one));
        Files.createFile(Path.of(first + ".end"));
        Files.createFile(Path.of(second + ".end"));
        assertThat(logs.readLine()).isNull();
    }

    @Test
    void oneJobIsFollowedToItsEndInItsLastLinesOrInThoseThatMatch() throws Exception {
        Path release = user.folder("home").resolve("release");
        String waiting =
                "seq 1 5; while [ ! -e %s ]; do sleep 0.2; done; echo error one; echo fine; printf 'error two'"
                        .formatted(release);
        long job = user.runJob(waiting);
        user.awaitOutput(job, "5");
        Process all = user.start("logs", "-f", "-n", "2", Long.toString(job));
        Process some = user.start("logs", "-f", "--grep", "^error", Long.toString(job));
        assertThat(all.inputReader().readLine()).isEqualTo("4");

        Files.createFile(release);

        assertThat(all.inputReader().readAllLines())
                .containsExactly("5", "error one", "fine", "error two");
        assertThat(some.inputReader().readAllAsString()).isEqualTo("error one\nerror two");
        assertThat(all.waitFor()).isZero();
    }

    @Test
    void lastMatchesAreFoundFromTheEndWithTheLinesAroundThem() {
        String job = job("seq 1 200000");

        assertThat(user.run("logs", "-n", "1", "-C", "1", "--grep", "99$", job))
                .isEqualTo("199998\n199999\n200000\n");
        assertThat(user.run("logs", "-n", "2", "-C", "1", "--grep", "00[01]$", job))
                .isEqualTo("199000\n199001\n199002\n--\n199999\n200000\n");
        assertThat(user.run("logs", "-f", "-n", "1", "-C", "1", "--grep", "^1000$", job))
                .isEqualTo("999\n1000\n1001\n");
    }
}
