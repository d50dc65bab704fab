package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Jobs that a real Slurm ends since their time is over. It counts in minutes, so the test takes
/// about two.
class SlurmTimeLimitIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String REASON = "Slurm: its time limit was reached";
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;
    private Path ends;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @BeforeEach
    void addGroup() {
        ends = folder.resolve("ends");
        user = new SlurmUser(cluster, Map.of("NUDGE_NOTIFY_COMMAND", "{ cat; echo; } >>" + ends));
        user.nudge().run("group", "set", "far", "--option", "time=1");
    }

    private JsonNode awaitEnd(long job) {
        await().atMost(PATIENCE).until(() -> user.state(job).equals("ended"));
        return user.nudge().record(job);
    }

    private List<String> ends() throws IOException {
        return Files.exists(ends)
                ? Files.readAllLines(ends).stream().filter(line -> !line.isBlank()).toList()
                : List.of();
    }

    @Test
    void endSaysThatSlurmsTimeIsOverHoweverTheCommandTakesIt() throws IOException {
        long yields = user.runUntilUp("--", "echo up; sleep 300");
        long resists = user.runUntilUp("--", "trap '' TERM; echo up; while :; do sleep 1; done");
        long tidies =
                user.runUntilUp("--", "trap 'exit 3' TERM; echo up; while :; do sleep 1; done");

        JsonNode yielded = awaitEnd(yields);
        assertThat(yielded.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(yielded.path("stop_reason").stringValue("")).isEqualTo(REASON);
        JsonNode killed = awaitEnd(resists);
        assertThat(killed.path("signal").stringValue("")).isEqualTo("SIGKILL");
        assertThat(killed.path("stop_reason").stringValue("")).isEqualTo(REASON);
        JsonNode tidied = awaitEnd(tidies);
        assertThat(tidied.path("exit_code").intValue(-1)).isEqualTo(3);
        assertThat(tidied.path("stop_reason").stringValue("")).isEqualTo(REASON);

        user.nudge().run("run", "--wait", "--", "true");
        await().atMost(PATIENCE).until(() -> ends().size() >= 4);
        assertThat(ends()).hasSize(4);
    }
}
