package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The files of jobs, through what may happen to them.
class JobFilesIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private static Instant time(JsonNode job, String name) {
        return Instant.parse(job.path(name).stringValue());
    }

    private Instant changed(String file) throws IOException {
        return Files.getLastModifiedTime(user.job(1).resolve(file)).toInstant();
    }

    /// Start and end are read from one clock, so that no end comes before its start.
    @Test
    void jobHasTheTimesOfItsFilesAndIsRemovedWithThemAndNotTakenForTheNext() throws IOException {
        user.run("run", "--wait", "--", "mkdir $NUDGE_JOB_DIR/mine; touch $NUDGE_JOB_DIR/mine/x");
        JsonNode job = user.record(1);
        assertThat(time(job, "created_at")).isEqualTo(changed("output.log"));
        assertThat(time(job, "started_at")).isEqualTo(changed("host.json"));
        assertThat(time(job, "ended_at")).isEqualTo(changed("exit.json"));
        user.killDaemon();
        Path file = user.job(1).resolve("job.json");
        ObjectNode record = (ObjectNode) JSON.readTree(Files.readString(file));
        record.put("nudge", "pending").put("nudge_text", "Background command completed\n1");
        record.putObject("target")
                .put("socket", user.folder("none").resolve("tmux").toString())
                .put("server_pid", 4_000_000)
                .put("pane_id", "%0")
                .put("session", "gemini-cli")
                .put("agent_pid", 4_000_001)
                .put("agent_start_time", 1)
                .put("cwd", "/");
        Files.writeString(file, JSON.writeValueAsString(record));

        assertThat(user.run("clean", "1")).isEqualTo("1 job removed.\n");
        assertThat(user.state().resolve("jobs")).isEmptyDirectory();

        // A job whose directory was removed is not mistaken for a new one.
        user.runJob("--", "sleep 300");
        long old = user.record(2).path("pid").longValue();
        ProcessHandle daemon = ProcessHandle.of(user.daemonPid()).orElseThrow();
        user.tool("rm", "-r", user.state().toString());
        await().until(() -> !daemon.isAlive());
        assertThat(user.run("run", "--", "sleep 301")).isEqualTo("3\n");
        user.run("kill", "3");
        assertThat(new ProcessTable().identify(old)).isPresent();
    }
}
