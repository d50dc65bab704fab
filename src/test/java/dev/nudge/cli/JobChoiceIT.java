package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Where a job runs, and which jobs are listed, removed and looked at.
class JobChoiceIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    @Test
    void endedJobsAreListedByLabelAndNumberAndOneRunsWhereItIsToldTo() {
        user.run("run", "--wait", "--label", "build", "--", "echo 12345");
        user.run("run", "--wait", "--", "true");

        assertThat(user.run("ps").lines().skip(1))
                .as("both ended just now")
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("1 "),
                        second -> assertThat(second).startsWith("2 "));
        assertThat(user.run("ps", "--label", "build"))
                .contains("STARTED", "AGE", "OUTPUT", "build", " 6B ");
        assertThat(user.run("ps", "-n", "1", "--json"))
                .contains("\"job\" : 2")
                .doesNotContain(": 1,");
        assertThat(user.record(1).path("output_bytes").longValue()).isEqualTo(6);

        user.run("run", "--", "sleep 600");
        assertThat(user.run("ps", "-n", "2", "--json"))
                .as("the one that runs is the last, though it is listed first")
                .containsSubsequence("\"job\" : 3", "\"job\" : 2")
                .doesNotContain("\"job\" : 1");

        Path folder = user.folder("elsewhere");

        String said =
                user.run(
                        "run",
                        "--wait",
                        "--cwd",
                        folder.toString(),
                        "--env",
                        "A=b=c",
                        "--env",
                        "EMPTY=",
                        "--",
                        "pwd; echo \"$A-${EMPTY-unset}-\"");

        assertThat(said).isEqualTo("nudge: job 4\n" + folder + "\nb=c--\n");
    }

    @Test
    void jobIsListedRemovedByAgeAndByStateAndItsScreenPrinted() throws Exception {
        user.run("run", "--wait", "--", "true");
        user.killDaemon();
        Path record = user.job(1).resolve("job.json");
        Files.writeString(
                record,
                Files.readString(record)
                        .replaceAll(
                                "(\"(?:created|started|ended)_at\"):\"[^\"]+\"",
                                "$1:\"%s\"".formatted(Instant.now().minusSeconds(601))));

        assertThat(user.run("ps"))
                .startsWith("No jobs run or wait, and none has ended in the last ten minutes.");
        assertThat(user.run("ps", "--all")).containsPattern("(?m)^1 +succeeded ");

        user.run("run", "--", "exit 3");
        user.awaitEnd(2);
        assertThat(user.run("clean", "--older", "1h")).isEqualTo("0 jobs removed.\n");
        assertThat(user.run("clean", "--state", "failed", "--json")).isEqualTo("[ 2 ]\n");
        assertThat(user.run("clean", "--older", "600")).isEqualTo("1 job removed.\n");

        user.run("run", "--pty", "--", "printf 'one\\n\\033[1mtwo'; exec sleep 300");
        await().atMost(Patience.LONG).until(() -> user.run("screen", "3"), "one\ntwo\n"::equals);
        assertThat(user.run("screen", "--json", "3")).contains("\"columns\" : 120");
        user.run("kill", "3");
        assertThat(user.fail("screen", "3")).contains("Job 3 has ended.");
    }
}
