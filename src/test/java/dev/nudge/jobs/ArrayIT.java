package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Arrays of jobs on this machine, in a real daemon.
class ArrayIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private Path diary() {
        return user.folder("diary").resolve("log");
    }

    private List<String> noted() throws IOException {
        return Files.exists(diary()) ? Files.readAllLines(diary()) : List.of();
    }

    private void awaitNoted(int lines) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(noted()).hasSize(lines));
    }

    private String noting() {
        return "echo $NUDGE_JOB:$NUDGE_ARRAY_TASK >>" + diary();
    }

    private String run(String... words) {
        return user.run(Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new))
                .strip();
    }

    private void awaitEnds(String range) {
        user.run("wait", range);
    }

    @Test
    void eachTaskIsAJobThatSeesItsIndex() throws IOException {
        assertThat(run("--array", "1,3,10-30:10", "--", noting())).isEqualTo("1-5");
        awaitEnds("1-5");

        assertThat(noted()).containsExactlyInAnyOrder("1:1", "2:3", "3:10", "4:20", "5:30");
        assertThat(user.run("show", "3")).containsPattern("task +10 of array 1-5\n");
        assertThat(user.run("ps", "--all")).contains("TASK").contains("20 of 1-5");
        JsonNode array = user.record(4).path("queue").path("array");
        assertThat(array.path("task").intValue(-1)).isEqualTo(20);
        assertThat(array.path("first").intValue(-1)).isEqualTo(1);
        assertThat(array.path("last").intValue(-1)).isEqualTo(5);
    }

    @Test
    void jobsAreListedAsJson() {
        JsonNode jobs = JsonMapper.shared().readTree(run("--json", "--array", "0-2", "--", "true"));

        assertThat(jobs.valueStream().map(job -> job.path("job").intValue(-1)))
                .containsExactly(1, 2, 3);
        assertThat(jobs.valueStream().map(job -> job.at("/queue/array/task").intValue(-1)))
                .containsExactly(0, 1, 2);
    }

    @Test
    void noMoreTasksRunAtOnceThanTheArrayAllows() throws IOException {
        Path gate = user.folder("gate").resolve("open");
        String range =
                run(
                        "--array",
                        "1-5%2",
                        "--",
                        noting() + "; while [ ! -e %s ]; do sleep 0.05; done".formatted(gate));
        awaitNoted(2);

        assertThat(user.run("ps", "--state", "queued")).contains("array 1-5 runs 2");
        assertThat(user.run("show", "5")).containsPattern("task +5 of array 1-5, 2 at once\n");
        assertThat(noted()).containsExactlyInAnyOrder("1:1", "2:2");

        Files.createFile(gate);
        awaitEnds(range);
        awaitNoted(5);
    }

    @Test
    void rangeNamesTheWholeArray() throws IOException {
        String range = run("--array", "1-3", "--", "sleep 300");
        run("--after-any", range, "--", "echo after >>" + diary());
        assertThat(user.run("show", "4")).containsPattern("after any +1, 2, 3\n");

        user.run("kill", range);

        awaitNoted(1);
        assertThat(user.record(2).path("stop_reason").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void oneTaskIsRestartedWithItsIndex() throws IOException {
        run("--array", "7-8", "--", noting());
        awaitEnds("1-2");

        assertThat(user.run("restart", "2").strip()).isEqualTo("3");
        awaitEnds("3");

        assertThat(noted()).contains("3:8");
        assertThat(user.run("show", "3")).containsPattern("task +8 of array 1-2\n");
    }

    @Test
    void jobThatATaskStartsIsNotATask() throws IOException {
        String nudge = String.join(" ", NudgeUser.command("run", "--", "env"));
        run("--array", "4", "--", nudge);
        awaitEnds("1");
        awaitEnds("2");

        assertThat(user.run("logs", "2")).contains("NUDGE_JOB=2\n").doesNotContain("NUDGE_ARRAY");
    }

    @Test
    void eachTaskRunsOnceThoughTheDaemonIsKilled() throws IOException {
        run("--array", "1-60%6", "--", noting() + "; sleep 0.2");
        for (int kills = 1; kills <= 4; kills++) {
            awaitAtLeast(10 * kills);
            user.killDaemon();
            user.startDaemon();
        }
        awaitEnds("1-60");

        assertThat(noted())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 60).mapToObj(job -> job + ":" + job).toList());
    }

    private void awaitAtLeast(int lines) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(noted()).hasSizeGreaterThanOrEqualTo(lines));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(user.misuse("run", "--array", "1-", "--", "true"))
                .contains("--array is \"1-\"; expected indices such as 1-100");
        assertThat(user.misuse("run", "--array", "1-2000", "--", "true"))
                .contains("--array has more than 1000 tasks");
        assertThat(user.misuse("run", "--array", "1-2", "--wait", "--", "true"))
                .contains("leave --wait out");
        assertThat(user.misuse("run", "--array", "1-2", "--stdin", "--", "true"))
                .contains("put the input into a file");
        assertThat(user.misuse("run", "--env", "NUDGE_ARRAY_TASK=1", "--", "true"))
                .contains("belongs to nudge");
        assertThat(user.fail("run", "--array", "1-2", "--group", "nosuch", "--", "true"))
                .contains("there is no group \"nosuch\"");
        assertThat(user.run("ps", "--all", "--json").strip()).isEqualTo("[ ]");
    }
}
