package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ArrayIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Diary diary = new Diary(user);

    @Test
    void eachTaskIsAJobThatSeesItsIndexAndTheArrayIsListedAndNamedByARange() {
        assertThat(user.fail("run", "--array", "1-2", "--agent", "nobody", "--", "true"))
                .contains("The command was not started: No agent that nudge serves");
        assertThat(user.run("ps", "--all", "--json").strip()).isEqualTo("[ ]");

        String noting = diary.noting("$NUDGE_JOB:$NUDGE_ARRAY_TASK");
        assertThat(user.run("run", "--array", "1,3,10-30:10", "--", noting)).isEqualTo("1-5\n");
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
        assertThat(diary.lines()).last().isEqualTo("6:3");
        assertThat(user.run("show", "6")).containsPattern("task +3 of array 1-5\n");

        user.run("run", "--array", "1-5%2", "--", noting + "; " + diary.waiting());
        diary.awaitLines(8);
        assertThat(user.run("ps", "--state", "queued")).contains("array 7-11 runs 2");
        assertThat(user.run("show", "11")).containsPattern("task +5 of array 7-11, 2 at once\n");
        assertThat(diary.lines().subList(6, 8)).containsExactlyInAnyOrder("7:1", "8:2");
        diary.open();
        user.run("wait", "7-11");

        JsonNode jobs =
                JsonMapper.shared()
                        .readTree(user.run("run", "--json", "--array", "0-2", "--", "sleep 300"));
        assertThat(jobs.valueStream().map(job -> job.path("job").intValue(-1)))
                .containsExactly(12, 13, 14);
        assertThat(jobs.valueStream().map(job -> job.at("/queue/array/task").intValue(-1)))
                .containsExactly(0, 1, 2);
        user.runJob("--after-any", "12-14", "--", diary.noting("after"));
        assertThat(user.run("show", "15")).containsPattern("after any +12, 13, 14\n");
        user.run("kill", "12-14");
        diary.awaitLines(12);
        assertThat(user.value(13, "stop_reason")).isEqualTo("killed by the user");

        // What a task starts is not a task.
        String nested = String.join(" ", NudgeUser.command("run", "--wait", "--", "env"));
        user.run("run", "--array", "4", "--", nested);
        user.run("wait", "16");
        assertThat(user.output(16)).contains("NUDGE_JOB=17\n").doesNotContain("NUDGE_ARRAY");
    }
}
