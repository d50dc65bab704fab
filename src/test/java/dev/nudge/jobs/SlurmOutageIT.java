package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.SlurmUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What is asked for while the controller of a real Slurm is down is done once it answers.
class SlurmOutageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern PID = Pattern.compile("\"pid\":(\\d+)");
    private static SlurmCluster cluster;

    @AutoClose private SlurmUser user;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void endCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void addGroup() {
        user = new SlurmUser(cluster, Map.of());
    }

    private void duringAnOutage(Runnable action) {
        cluster.stopController();
        try {
            action.run();
        } finally {
            cluster.startController();
        }
    }

    @Test
    void killsAreMadeUpFor() {
        long runs = user.runUntilUp("--", "echo up; sleep 300");
        user.nudge().run("group", "set", "far", "--option", "hold");
        long waits = user.run("--", "true");
        user.awaitState(waits, "submitted");

        duringAnOutage(() -> {
            for (long job : new long[] {runs, waits}) {
                assertThat(user.nudge().fail("kill", Long.toString(job)))
                        .contains("has not been killed yet")
                        .contains("try again by itself");
            }
            assertThat(user.state(runs)).isEqualTo("stopping");
            assertThat(user.nudge().run("ps")).containsAnyOf("Unable to", "Kill job error");
        });

        JsonNode ran = user.nudge().awaitEnd(runs);
        assertThat(ran.path("signal").stringValue("")).isEqualTo("SIGTERM");
        assertThat(ran.path("stop_reason").stringValue("")).isEqualTo("killed by the user");
        assertThat(user.nudge().awaitEnd(waits).path("not_started").stringValue(""))
                .isEqualTo("killed by the user");
    }

    @Test
    void jobThatRunsMeanwhileSaysWhyNothingIsKnownOfIt() {
        String job = Long.toString(user.runUntilUp("--", "echo up; sleep 300"));

        duringAnOutage(() -> {
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(user.nudge().run("show", job))
                                    .containsPattern("waits +Unable to contact slurm controller"));
            assertThat(user.nudge().run("ps")).contains("Unable to contact");
        });

        await().atMost(PATIENCE).until(() -> !user.nudge().run("ps").contains("Unable to"));
        assertThat(user.nudge().run("show", job)).doesNotContain("waits");
        user.nudge().run("kill", "--grace", "1", job);
    }

    @Test
    void limitThatIsPassedEndsTheJobLater() {
        long job = user.runUntilUp("--timeout", "8s", "--", "echo up; sleep 300");

        duringAnOutage(() -> user.awaitState(job, "stopping"));

        assertThat(user.nudge().awaitEnd(job).path("stop_reason").stringValue(""))
                .isEqualTo("timeout of 8 s");
    }

    @Test
    void pausesAndTheirEndsAreMadeUpFor() throws IOException {
        long job = user.runUntilUp("--", "echo up; exec sleep 300");
        long pid = pid(job);

        duringAnOutage(() ->
                assertThat(user.nudge().fail("pause", "--running", Long.toString(job)))
                        .contains("has not been paused yet")
                        .contains("try again by itself"));
        await().atMost(PATIENCE).until(() -> isStopped(pid));
        assertThat(user.state(job)).isEqualTo("paused");

        duringAnOutage(() ->
                assertThat(user.nudge().fail("resume", Long.toString(job)))
                        .contains("has not been continued yet"));
        await().atMost(PATIENCE).until(() -> !isStopped(pid));
        user.awaitState(job, "running");
    }

    private long pid(long job) throws IOException {
        Matcher pid = PID.matcher(Files.readString(user.nudge().job(job).resolve("host.json")));
        assertThat(pid.find()).isTrue();
        return Long.parseLong(pid.group(1));
    }

    private static boolean isStopped(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") T ");
    }
}
