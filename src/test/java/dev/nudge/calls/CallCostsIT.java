package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.TracedDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What calls cost the daemon: which files it opens for those that wait and for questions about
/// tasks, and how long it searches.
class CallCostsIT {
    private static final Pattern OF_A_JOB_OR_PROCESS =
            Pattern.compile("/jobs/\\d|/proc/\\d+/(?!mounts)");
    private static final int QUESTIONS = 20;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @Test
    void callsThatWaitTogetherAndQuestionsForATaskOpenFewFiles() throws Exception {
        try (TracedDaemon daemon = new TracedDaemon(user, "trace=openat");
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            waitAndEnd(agent, 1);
            long begun = readsOfProc(daemon);
            waitAndEnd(agent, 10);
            long few = readsOfProc(daemon) - begun;
            waitAndEnd(agent, 30);
            long many = readsOfProc(daemon) - begun - few;
            assertThat(many / 30.0).as("looks at processes").isLessThan(1.5 * few / 10.0);

            Map<String, Object> order = Map.of("command", "sleep 300");
            JsonNode begins = agent.callAlone("run_long_command", order, true);
            Map<String, Object> task = Map.of("taskId", begins.at("/result/taskId").stringValue());
            agent.alone("tasks/get", task, true);
            long before = daemon.lines().size();
            IntStream.range(0, QUESTIONS)
                    .mapToObj(_ -> agent.sendAlone("tasks/get", task, true))
                    .toList()
                    .forEach(agent::awaitAnswer);
            assertThat(daemon.lines().stream().skip(before))
                    .filteredOn(OF_A_JOB_OR_PROCESS.asPredicate())
                    .as("what the daemon opens by itself meanwhile is little")
                    .hasSizeLessThan(QUESTIONS);
        }
    }

    /// A job that runs until its file is there, and so many calls that wait for it.
    private void waitAndEnd(StandInAgent agent, int calls) throws IOException {
        Path end = user.folder("ends").resolve("end-" + calls);
        String command = "while ! [ -e '%s' ]; do date; sleep 0.5; done".formatted(end);
        agent.run(Map.of("command", command, "notify", "silent"));
        Map<String, Object> last = Map.of("job", "@last");
        List<Integer> ids =
                IntStream.range(0, calls)
                        .mapToObj(i -> agent.sendCall("wait_for_job", last, calls + "-" + i))
                        .toList();
        await().until(() -> waiting(agent, calls + "-") == calls);
        Files.createFile(end);
        ids.forEach(agent::awaitAnswer);
    }

    private static long waiting(StandInAgent agent, String token) {
        Pattern progress = Pattern.compile("\"progressToken\":\"(" + token + "\\d+)\"");
        return agent.lines().stream()
                .map(progress::matcher)
                .filter(Matcher::find)
                .map(m -> m.group(1))
                .distinct()
                .count();
    }

    private static long readsOfProc(TracedDaemon daemon) throws IOException {
        return daemon.lines().stream().filter(line -> line.contains("\"/proc/")).count();
    }

    @Test
    void aLongSearchReportsItsProgressAndEndsWhenItIsCancelledOrTheAgentHasGone() {
        StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");
        String lines = "yes \"$(printf 'xy%.0s' $(seq 28))x9\" | head -c 30000000";
        agent.run(Map.of("command", lines, "notify", "silent"));
        user.awaitEnd(1);
        int call = startLongSearch(agent, "first");

        agent.cancel(call);

        awaitIdleDaemon();
        assertThat(agent.answer(call)).isEmpty();
        assertThat(agent.call("read_output", Map.of("job", 1, "head", 1))).contains("xyxy");

        int _ = startLongSearch(agent, "second");
        agent.close();

        awaitIdleDaemon();
    }

    private static int startLongSearch(StandInAgent agent, String token) {
        Map<String, Object> order = Map.of("job", 1, "pattern", "\\b(.*x){30}9");
        int call = agent.sendCall("read_output", order, token);
        agent.awaitLine("Searching for ", token);
        return call;
    }

    private void awaitIdleDaemon() {
        ProcessHandle daemon = ProcessHandle.of(user.daemonPid()).orElseThrow();
        Duration[] spent = {Duration.ZERO};
        await().pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    Duration before = spent[0];
                    spent[0] = daemon.info().totalCpuDuration().orElseThrow();
                    return spent[0].minus(before).toMillis() < 300;
                });
    }
}
