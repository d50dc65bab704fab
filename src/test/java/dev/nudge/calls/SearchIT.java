package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Searches in outputs, above all costly ones: they cost their callers, never the daemon.
class SearchIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final String FILLS_THE_MEMORY = "(((a{1000}){1000}){1000})";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private StandInAgent agent;

    @BeforeEach
    void start() {
        agent = StandInAgent.start(tmux, user, "gemini-cli");
    }

    @Test
    void aPatternThatWouldFillTheMemoryIsRefused() {
        agent.run(Map.of("command", "echo one"));
        user.awaitEnd(1);
        long daemon = user.daemonPid();

        for (String tool : List.of("read_output", "watch_output")) {
            assertThat(agent.call(tool, Map.of("job", 1, "pattern", FILLS_THE_MEMORY)))
                    .startsWith(
                            "Error: pattern is \"" + FILLS_THE_MEMORY + "\", which costs too much")
                    .contains("expected at most 5,000");
        }
        assertThat(user.misuse("logs", "1", "--grep", FILLS_THE_MEMORY))
                .contains("--grep is \"" + FILLS_THE_MEMORY + "\", which costs too much");
        assertThat(agent.call("read_output", Map.of("job", 1, "pattern", "on")))
                .endsWith("1: one\n");
        assertThat(user.daemonPid()).isEqualTo(daemon);
    }

    @Test
    void aLongSearchReportsItsProgressAndEndsWhenItIsCancelledOrTheAgentHasGone() {
        agent.run(
                Map.of(
                        "command",
                        "yes \"$(printf 'xy%.0s' $(seq 28))x9\" | head -c 30000000",
                        "notify",
                        "silent"));
        user.awaitEnd(1);
        int call = startLongSearch("first");

        agent.cancel(call);

        awaitIdleDaemon();
        assertThat(agent.answer(call)).isEmpty();
        assertThat(agent.call("read_output", Map.of("job", 1, "head", 1))).contains("xyxy");

        int _ = startLongSearch("second");
        agent.close();

        awaitIdleDaemon();
    }

    private int startLongSearch(String token) {
        int call =
                agent.send(
                        "tools/call",
                        Map.of(
                                "name",
                                "read_output",
                                "arguments",
                                Map.of("job", 1, "pattern", "\\b(.*x){30}9"),
                                "_meta",
                                Map.of("progressToken", token)));
        agent.awaitLine("Searching for ", token);
        return call;
    }

    private void awaitIdleDaemon() {
        Path stat = Path.of("/proc/" + user.daemonPid() + "/stat");
        long[] before = {Long.MIN_VALUE};
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    String[] fields = Files.readString(stat).split("\\) ", -1)[1].split(" ", -1);
                    long now = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
                    long spent = now - before[0];
                    before[0] = now;
                    return spent >= 0 && spent < 30;
                });
    }
}
