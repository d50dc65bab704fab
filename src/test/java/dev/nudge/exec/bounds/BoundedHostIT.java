package dev.nudge.exec.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.exec.HostCase;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.StartOutcome.Failed;
import dev.nudge.exec.StartOutcome.Started;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

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

    private void assertRefused(Map<String, String> orders, String reason) throws IOException {
        StartOutcome outcome = start("true", orders);

        assertThat(((Failed) outcome).reason()).matches(reason);
        assertThat(JsonMapper.shared().readTree(exit()).path("not_started").stringValue(""))
                .matches(reason);
    }

    @Test
    void groupThatCannotBeMadeKeepsTheJobFromStarting() throws IOException {
        Path group = folder.resolve("missing/group");
        assertRefused(
                Map.of("group", group.toString()),
                "its control group .*/missing/group-\\d+ cannot be used");
    }

    @Test
    void coresThatDoNotExistKeepTheJobFromStarting() throws IOException {
        assertRefused(Map.of("cores", "1000"), "it cannot be given the processors 1000");
    }

    private Map<String, String> scope(String program) {
        Path file = folder.resolve("systemd-run");
        NudgeUser.writeProgram(file, program);
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
        assertRefused(
                scope("echo 'Failed to start \"x\": no' >&2; exit 1"), "Failed to start \"x\": no");
    }
}
