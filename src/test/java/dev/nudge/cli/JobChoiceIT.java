package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Where a job runs, and which jobs are listed, removed and looked at.
class JobChoiceIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    @Test
    void endedJobsAreListedByLabelAndNumberAndOneRunsWhereItIsToldTo() throws Exception {
        user.run("run", "--wait", "--label", "build", "--", "echo 12345");
        user.run("run", "--wait", "--", "true");

        assertThat(user.run("ps").lines().skip(1).map(line -> line.substring(0, 2)))
                .as("both ended just now")
                .containsExactly("1 ", "2 ");
        assertThat(user.run("ps", "-n", "1", "--json"))
                .contains("\"job\" : 2")
                .doesNotContain(": 1,");

        user.run("run", "--pty", "--", "printf 'one\\n\\033[1mtwo'; read line");
        assertThat(user.run("ps", "-n", "2", "--json"))
                .as("the one that runs is the last, though it is listed first")
                .containsSubsequence("\"job\" : 3", "\"job\" : 2")
                .doesNotContain("\"job\" : 1");
        await().until(() -> user.run("screen", "3"), "one\ntwo\n"::equals);
        assertThat(user.run("screen", "--json", "3")).contains("\"columns\" : 120");
        user.run("send", "3", "-k", "Enter");
        user.awaitEnd(3);
        assertThat(user.fail("screen", "3")).contains("Job 3 has ended.");

        Path folder = user.folder("elsewhere");
        String[] words =
                "run --wait --cwd %s --env A=b=c --env EMPTY= -- pwd; echo $A-${EMPTY-unset}-"
                        .formatted(folder)
                        .split(" ", 10);
        assertThat(user.run(words)).isEqualTo("nudge: job 4\n" + folder + "\nb=c--\n");

        user.killDaemon();
        for (int job = 1; job <= 4; job++) {
            Path record = user.job(job).resolve("job.json");
            Files.writeString(
                    record,
                    Files.readString(record)
                            .replaceAll(
                                    "(\"(?:created|started|ended)_at\"):\"[^\"]+\"",
                                    "$1:\"%s\"".formatted(Instant.now().minusSeconds(601))));
        }
        assertThat(user.run("ps"))
                .startsWith("No jobs run or wait, and none has ended in the last ten minutes.");
        assertThat(user.run("ps", "--all")).containsPattern("(?m)^1 +build +succeeded ");

        user.run("run", "--", "exit 3");
        user.awaitEnd(5);
        assertThat(user.run("clean", "--older", "1h")).isEqualTo("0 jobs removed.\n");
        assertThat(user.run("clean", "--state", "failed", "--json")).isEqualTo("[ 5 ]\n");
        assertThat(user.run("clean", "--older", "600")).isEqualTo("4 jobs removed.\n");
    }
}
