package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
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

/// A job in a real Slurm that uses up its memory, of which the control group of the job is told.
class SlurmOutOfMemoryIT {
    private static final Duration PATIENCE = Patience.LONG;
    @AutoClose private static SlurmCluster cluster;

    @TempDir private Path folder;
    @AutoClose private SlurmUser user;
    private Path ends;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.startWithControlGroups();
    }

    @BeforeEach
    void setUp() {
        ends = folder.resolve("ends");
        user = new SlurmUser(cluster, Map.of("NUDGE_NOTIFY_COMMAND", "{ cat; echo; } >>" + ends));
    }

    @Test
    void jobThatUsesUpItsMemoryIsReportedOnceWithThatReason() throws IOException {
        long job = user.run("--memory", "60M", "--", "head -c 300m /dev/zero | tail");

        JsonNode end = user.nudge().awaitEnd(job, PATIENCE);
        assertThat(end.path("stop_reason").stringValue(""))
                .as(end::toString)
                .isEqualTo("Slurm: its memory was used up");
        assertThat(end.path("cluster").path("id").stringValue(""))
                .satisfies(id ->
                        assertThat(cluster.run("scontrol", "show", "job", id))
                                .contains("JobState=OUT_OF_MEMORY"));
        user.nudge().run("run", "--wait", "--", "true");
        await().atMost(PATIENCE).until(() -> lines(ends).size() >= 2);
        assertThat(lines(ends)).filteredOn(line -> line.contains("/dev/zero")).hasSize(1);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList()
                : List.of();
    }
}
