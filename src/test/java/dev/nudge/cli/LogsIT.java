package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What `nudge logs` shows of one job, and of several.
class LogsIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    private void job(String command) {
        int number = Integer.parseInt(user.run("run", command).strip());
        user.awaitEnd(number);
    }

    @Test
    void textOfAPlainJobIsWithoutWhatWasOverwritten() {
        job("printf '10%%\\r50%%\\r100%%\\n\\033[31mred\\033[0m\\r\\nend'");

        assertThat(user.run("logs", "--text", "1")).isEqualTo("100%\nred\nend");
        assertThat(user.run("logs", "--text", "--grep", "^red$", "1")).isEqualTo("red\n");
        assertThat(user.run("logs", "--text", "-n", "1", "--grep", "%", "1")).isEqualTo("100%\n");
        assertThat(user.run("logs", "--text", "--json", "-n", "2", "1"))
                .isEqualTo("{\"text\":\"red\"}\n{\"text\":\"end\"}\n");
        assertThat(user.run("logs", "--text", "-f", "-n", "1", "1")).isEqualTo("end");
    }

    @Test
    void textOfARunningJobEndsBeforeAHalfWrittenCharacter() {
        user.run("run", "printf 'one\\na\\341\\265'; sleep 300");
        await().atMost(Patience.LONG)
                .until(() -> Files.size(user.job(1).resolve("output.log")) == 7);

        assertThat(user.run("logs", "--text", "1")).isEqualTo("one\na");
        user.run("kill", "1");
    }

    /// Nothing looks at it while it runs.
    @Test
    void outputOfAShortJobIsBounded() {
        user.environment().put("NUDGE_MAX_LOG", "4M");
        user.startDaemon();
        user.run("run", "seq 1500000");
        user.awaitEnd(1);

        await().atMost(Patience.LONG).until(() -> Files.exists(user.job(1).resolve("hole.json")));
        assertThat(user.run("logs", "-n", "1", "1")).isEqualTo("1500000\n");
    }

    @Test
    void linesOfSeveralJobsHaveTheirNumbersInFront() {
        job("echo one; printf two");
        job("echo three");

        assertThat(user.run("logs", "1", "2")).isEqualTo("[1] one\n[1] two\n[2] three\n");
        assertThat(user.run("logs", "1-2", "--grep", "t")).isEqualTo("[1] two\n[2] three\n");
        assertThat(user.run("logs", "-f", "-n", "1", "1", "2").lines())
                .containsExactlyInAnyOrder("[1] two", "[2] three");
        assertThat(user.run("logs", "--json", "2", "1"))
                .isEqualTo(
                        """
                        {"job":2,"text":"three"}
                        {"job":1,"text":"one"}
                        {"job":1,"text":"two"}
                        """);
    }

    @Test
    void severalJobsAreFollowedAtOnce() throws IOException {
        Path first = user.folder("home").resolve("first");
        Path second = user.folder("home").resolve("second");
        String waiting =
                "while [ ! -e %1$s ]; do sleep 0.05; done; echo %2$s; while [ ! -e %1$s.end ]; do sleep 0.05; done";
        user.run("run", waiting.formatted(first, "from one"));
        user.run("run", waiting.formatted(second, "from two"));

        BufferedReader logs = user.start("logs", "-f", "1", "2").inputReader();
        Files.createFile(second);
        assertThat(logs.readLine()).isEqualTo("[2] from two");
        Files.createFile(first);
        assertThat(logs.readLine()).isEqualTo("[1] from one");
        Files.createFile(Path.of(first + ".end"));
        Files.createFile(Path.of(second + ".end"));
        assertThat(logs.readLine()).isNull();
    }

    @Test
    void lastMatchesAreFoundFromTheEndWithTheLinesAroundThem() {
        job("seq 1 200000");

        assertThat(user.run("logs", "-n", "2", "--grep", "77$", "1")).isEqualTo("199877\n199977\n");
        assertThat(user.run("logs", "-n", "1", "--grep", "^1000$", "1")).isEqualTo("1000\n");
        assertThat(user.run("logs", "-n", "1", "-C", "1", "--grep", "99$", "1"))
                .isEqualTo("199998\n199999\n200000\n");
        assertThat(user.run("logs", "-n", "2", "-C", "1", "--grep", "00[01]$", "1"))
                .isEqualTo("199000\n199001\n199002\n--\n199999\n200000\n");
        assertThat(user.run("logs", "-n", "2", "-C", "2", "--grep", "^100[01]$", "1"))
                .isEqualTo("998\n999\n1000\n1001\n1002\n1003\n");
        assertThat(user.run("logs", "-f", "-n", "1", "-C", "1", "--grep", "^1000$", "1"))
                .isEqualTo("999\n1000\n1001\n");
        assertThat(user.run("logs", "-n", "0", "--grep", "7", "1")).isEmpty();
        assertThat(user.run("logs", "-n", "3", "--grep", "no such line", "1")).isEmpty();
    }
}
