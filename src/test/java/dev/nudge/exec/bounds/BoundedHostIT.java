package dev.nudge.exec.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.exec.HostCase;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the host does with the orders for bounds, with real processes. The control group is a plain
/// directory and systemd-run a script, since few systems let a test have them.
class BoundedHostIT extends HostCase {
    private StartOutcome start(String command, Map<String, String> orders) {
        return start(order(command, folder).with(orders), Map.of("PATH", System.getenv("PATH")));
    }

    private Map<String, String> group() {
        String group = folder.resolve("group").toString();
        return Map.of("group", group, "memory", "8589934592", "cpu", "150000 100000");
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

    @ParameterizedTest
    @CsvSource({
        "oom 4\\noom_kill 2, '{\"signal\":9,\"out_of_memory\":true}'",
        "oom_kill 0, '{\"signal\":9}'"
    })
    void endForMemoryIsRecordedAsOne(String events, String end) throws IOException {
        start(
                "printf '%s\\n' >$(echo %s/group-*)/memory.events; kill -9 $$"
                        .formatted(events, folder),
                group());

        assertThat(exit()).isEqualTo(end);
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
                "scope", file + " --user --scope --quiet --property=MemoryMax=8589934592",
                "unit", "nudge-job-7",
                "runtime", "/run/user/1000");
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
