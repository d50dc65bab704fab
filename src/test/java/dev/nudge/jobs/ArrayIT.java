package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ArrayIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Diary diary = new Diary(user);

    private String noting() {
        return diary.noting("$NUDGE_JOB:$NUDGE_ARRAY_TASK");
    }

    @Test
    void eachTaskIsAJobThatSeesItsIndex() {
        assertThat(user.run("run", "--array", "1,3,10-30:10", "--", noting())).isEqualTo("1-5\n");
        user.run("wait", "1-5");

        assertThat(diary.lines()).containsExactlyInAnyOrder("1:1", "2:3", "3:10", "4:20", "5:30");
        assertThat(user.run("show", "3")).containsPattern("task +10 of array 1-5\n");
        assertThat(user.run("ps", "--all")).contains("TASK").contains("20 of 1-5");
        JsonNode array = user.record(4).path("queue").path("array");
        assertThat(array.path("task").intValue(-1)).isEqualTo(20);
        assertThat(array.path("first").intValue(-1)).isEqualTo(1);
        assertThat(array.path("last").intValue(-1)).isEqualTo(5);

        assertThat(user.run("restart", "2").strip()).isEqualTo("6");
        user.run("wait", "6");
        assertThat(diary.lines()).contains("6:3");
        assertThat(user.run("show", "6")).containsPattern("task +3 of array 1-5\n");
    }

    @Test
    void noMoreTasksRunAtOnceThanTheArrayAllows() {
        user.run("run", "--array", "1-5%2", "--", noting() + "; " + diary.waiting());
        diary.awaitLines(2);

        assertThat(user.run("ps", "--state", "queued")).contains("array 1-5 runs 2");
        assertThat(user.run("show", "5")).containsPattern("task +5 of array 1-5, 2 at once\n");
        assertThat(diary.lines()).containsExactlyInAnyOrder("1:1", "2:2");

        diary.open();
        diary.awaitLines(5);
    }

    @Test
    void whatMakesNoSenseIsRefusedAndTheWholeArrayIsListedAndNamedByARange() {
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
        assertThat(user.fail("run", "--array", "1-2", "--agent", "nobody", "--", "true"))
                .contains("The command was not started: No agent that nudge serves");
        assertThat(user.fail("run", "--array", "1-2", "--group", "nosuch", "--", "true"))
                .contains("there is no group \"nosuch\"");
        assertThat(user.run("ps", "--all", "--json").strip()).isEqualTo("[ ]");

        JsonNode jobs =
                JsonMapper.shared()
                        .readTree(user.run("run", "--json", "--array", "0-2", "--", "sleep 300"));
        assertThat(jobs.valueStream().map(job -> job.path("job").intValue(-1)))
                .containsExactly(1, 2, 3);
        assertThat(jobs.valueStream().map(job -> job.at("/queue/array/task").intValue(-1)))
                .containsExactly(0, 1, 2);
        user.run("run", "--after-any", "1-3", "--", diary.noting("after"));
        assertThat(user.run("show", "4")).containsPattern("after any +1, 2, 3\n");

        user.run("kill", "1-3");

        diary.awaitLines(1);
        assertThat(user.value(2, "stop_reason")).isEqualTo("killed by the user");
    }

    @Test
    void jobThatATaskStartsIsNotATask() {
        String nudge = String.join(" ", NudgeUser.command("run", "--", "env"));
        user.run("run", "--array", "4", "--", nudge);
        user.run("wait", "1");
        user.run("wait", "2");

        assertThat(user.run("logs", "2")).contains("NUDGE_JOB=2\n").doesNotContain("NUDGE_ARRAY");
    }

    @Test
    void eachTaskRunsOnceThoughTheDaemonIsKilled() {
        user.run("run", "--array", "1-60%6", "--", noting() + "; sleep 0.2");
        for (int kills = 1; kills <= 4; kills++) {
            diary.awaitLines(10 * kills);
            user.killDaemon();
            user.startDaemon();
        }
        user.run("wait", "1-60");

        assertThat(diary.lines())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 60).mapToObj(job -> job + ":" + job).toList());
    }
}
