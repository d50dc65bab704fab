package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Diary;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class QueuedForAgentIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    @Test
    void agentIsToldWhyAndAtWhichPlaceItsJobsWaitAndHowTheyEnd() {
        Diary diary = new Diary(user);
        agent.run(Map.of("command", diary.waiting() + "; exit 3", "notify", "silent"));
        agent.run(Map.of("command", "make", "after", 1));
        agent.run(Map.of("command", "make test", "after", List.of(2)));
        diary.open();
        assertThat(agent.call("wait_for_job", Map.of("jobs", List.of(2, 3), "mode", "all")))
                .contains("skipped (job 1 failed)", "skipped (job 1 failed, job 2 was skipped)");

        user.run("group", "add", "builds", "--parallel", "1");
        agent.run(Map.of("command", "sleep 300", "group", "builds"));
        agent.run(Map.of("command", "true", "group", "builds"));
        assertThat(agent.run(Map.of("command", "make", "group", "builds")))
                .contains("waits in the queue", "group builds runs 1", "place 2", "job 6")
                .contains("Use wait_for_job with job 6.");
        assertThat(agent.call("list_jobs", Map.of())).contains("6: queued (group builds runs 1)");
        assertThat(agent.call("list_jobs", Map.of("state", "queued")))
                .contains("5: queued", "6: queued")
                .doesNotContain("sleep 300");
        assertThat(agent.call("list_jobs", Map.of("state", "running")))
                .contains("sleep 300")
                .doesNotContain("queued");
        assertThat(agent.call("read_output", Map.of("job", 6)))
                .contains("(make) waits in the queue: group builds runs 1.");
        assertThat(agent.run(Map.of("command", "make", "group", "tests")))
                .contains("there is no group \"tests\"");
        assertThat(agent.call("kill_job", Map.of("job", 6))).contains("has been killed");
        assertThat(agent.call("kill_job", Map.of("job", 4))).contains("has been killed");
        user.awaitEnd(5);

        assertThat(waitFor("echo built", "delay_seconds", 2)).contains("exit code 0", "built");
        assertThat(waitFor("echo try >>tries; wc -l <tries; exit 3", "retry", 1))
                .contains("exit code 3", "in the last of 2 attempts", "the last line:\n2")
                .doesNotContain("\n1\n");
        String count = "n=$(cat count 2>/dev/null || echo 0); echo $((n+1)) >count; ";
        assertThat(waitFor(count + "echo try $n; [ $n = 2 ]", "retry", 3))
                .contains("exit code 0", "try 2");
        assertThat(agent.run(Map.of("command", "never", "retry", 3, "interactive", true)))
                .contains("a job on a terminal cannot be retried");
        assertThat(agent.run(Map.of("command", "never", "retry", 101)))
                .contains("retry is 101; expected 0 to 100");
        assertThat(agent.run(Map.of("command", "never", "after", 8)))
                .contains("it waits for job 8, which did not succeed: exit code 3");
        assertThat(user.run("ps", "--all")).doesNotContain("never");

        agent.run(Map.of("command", "echo late", "delay_seconds", 1));
        long late = user.stored().getLast().path("job").longValue();
        JsonNode end = user.awaitEnd(late);
        assertThat(end.path("target").isMissingNode()).isFalse();
        assertThat(end.path("nudge").stringValue("")).isNotEqualTo("off");
        agent.run(Map.of("command", "make", "delay_seconds", 3600, "life_span", "with_agent"));
        agent.close();
        assertThat(user.valueAtEnd(late + 1, "not_started")).isEqualTo("its agent has ended");
    }

    private String waitFor(String command, String option, int value) {
        return agent.run(Map.of("command", command, option, value, "wait_seconds", 60));
    }
}
