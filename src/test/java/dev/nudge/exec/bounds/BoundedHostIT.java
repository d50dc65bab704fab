package dev.nudge.exec.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.exec.HostOrder;
import dev.nudge.exec.JobHost;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Started;
import dev.nudge.process.Inherited;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the host does with the orders for bounds, with real processes. The control group is a plain
/// directory and systemd-run a script, since few systems let a test have them.
class BoundedHostIT {
    private static final Duration PATIENCE = Patience.LONG;

    @TempDir private Path folder;
    private JobHost host;
    private Path job;
    private Path bell;

    @BeforeEach
    void install() throws IOException {
        host = JobHost.install(folder, Path.of(NudgeUser.command().getFirst()), Set::of);
        job = Files.createDirectory(folder.resolve("7"));
        bell = Files.createDirectory(folder.resolve("exits")).resolve("7");
        Files.createFile(job.resolve("output.log"));
    }

    private StartOutcome start(String command, Map<String, String> orders) {
        HostOrder order =
                new HostOrder(
                                SomeJob.spec(command),
                                Inherited.of("0027"),
                                Optional.empty(),
                                System.getenv("PATH"))
                        .with(orders);
        return host.start(
                job, bell, order, Map.of("PATH", System.getenv("PATH")), OptionalLong::empty);
    }

    private String exit() throws IOException {
        await().atMost(PATIENCE).until(() -> Files.exists(bell));
        return Files.readString(job.resolve("exit.json")).strip();
    }

    private String output() throws IOException {
        return Files.readString(job.resolve("output.log"));
    }

    private Map<String, String> group() {
        return Map.of(
                "group",
                folder.resolve("group").toString(),
                "memory",
                "8589934592",
                "cpu",
                "150000 100000");
    }

    @Test
    void commandIsInItsGroupFromTheBeginning() throws IOException {
        StartOutcome outcome = start("cat %s/group-*/*; exit 3".formatted(folder), group());

        assertThat(outcome).isInstanceOf(Started.class);
        assertThat(exit()).isEqualTo("{\"code\":3}");
        assertThat(output())
                .isEqualTo(
                        "%d\n150000 100000\n8589934592\n1\n".formatted(((Started) outcome).pid()));
    }

    @Test
    void endForMemoryIsRecorded() throws IOException {
        start(
                "printf 'oom 4\\noom_kill 2\\n' >$(echo %s/group-*)/memory.events; kill -9 $$"
                        .formatted(folder),
                group());

        assertThat(exit()).isEqualTo("{\"signal\":9,\"out_of_memory\":true}");
    }

    @Test
    void otherEndIsNotRecordedAsOneForMemory() throws IOException {
        start(
                "printf 'oom_kill 0\\n' >$(echo %s/group-*)/memory.events; kill -9 $$"
                        .formatted(folder),
                group());

        assertThat(exit()).isEqualTo("{\"signal\":9}");
    }

    @Test
    void groupThatCannotBeMadeKeepsTheJobFromStarting() throws IOException {
        Path group = folder.resolve("missing/group");
        StartOutcome outcome = start("true", Map.of("group", group.toString()));

        assertThat(((Failed) outcome).reason())
                .matches("its control group .*/missing/group-\\d+ cannot be used");
        assertThat(exit()).contains("not_started").contains("cannot be used");
    }

    @Test
    void coresThatDoNotExistKeepTheJobFromStarting() throws IOException {
        StartOutcome outcome = start("true", Map.of("cores", "1000"));

        assertThat(outcome).isEqualTo(new Failed("it cannot be given the processors 1000"));
        assertThat(exit())
                .isEqualTo("{\"not_started\":\"it cannot be given the processors 1000\"}");
    }

    private Map<String, String> scope(String program) throws IOException {
        Path file = folder.resolve("systemd-run");
        Files.writeString(file, "#!/bin/sh\n" + program);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return Map.of(
                "scope",
                file + " --user --scope --quiet --property=MemoryMax=8589934592",
                "unit",
                "nudge-job-7",
                "runtime",
                "/run/user/1000");
    }

    @Test
    void scopeIsEnteredByTheProcessThatBecomesTheCommand() throws IOException {
        StartOutcome outcome =
                start(
                        "echo $$ ${XDG_RUNTIME_DIR-none}; exit 3",
                        scope(
                                """
                                echo "$$ $XDG_RUNTIME_DIR $*" >"${0%/*}/asked"
                                shift 5
                                exec "$@"
                                """));

        long pid = ((Started) outcome).pid();
        assertThat(exit()).isEqualTo("{\"code\":3}");
        assertThat(output()).isEqualTo("%d none\n".formatted(pid));
        assertThat(folder.resolve("asked"))
                .content()
                .matches(
                        "%d /run/user/1000 --user --scope --quiet --property=MemoryMax=8589934592 --unit=nudge-job-7-\\d+ \\S+/host-\\S+ job .*\n"
                                .formatted(pid));
    }

    @Test
    void scopeThatCannotBeMadeKeepsTheJobFromStarting() throws IOException {
        StartOutcome outcome =
                start("true", scope("echo 'Failed to start \"x\": no' >&2; exit 1\n"));

        assertThat(outcome).isEqualTo(new Failed("Failed to start \"x\": no"));
        assertThat(exit()).isEqualTo("{\"not_started\":\"Failed to start \\\"x\\\": no\"}");
    }
}
