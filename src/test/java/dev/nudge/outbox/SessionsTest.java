package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With the extension's own hook, of which this process is the agent.
class SessionsTest {
    /// In hundredths, in which the times of processes are given.
    private static final long SECOND = 100;

    private static final String TRANSCRIPT = "/a folder/chats/s.jsonl";

    @TempDir private Path home;
    private final ProcessTable processes = new ProcessTable();
    private String hooks = "on";

    private void runHook(String event) throws IOException, InterruptedException {
        String kind = event.equals("SessionStart") ? "session" : "prompt";
        String script =
                "sh src/main/extension/hooks/hand-over %s %s; exit $?".formatted(event, kind);
        ProcessBuilder hook = new ProcessBuilder("sh", "-c", script);
        hook.environment().put("XDG_STATE_HOME", home.toString());
        hook.environment().put("TMUX", "/tmp/none,42,0");
        hook.environment().put("TMUX_PANE", "%3");
        hook.environment().put("NUDGE_HOOKS", hooks);
        String said = "{\"session_id\":\"s\",\"transcript_path\":\"" + TRANSCRIPT + "\"}";
        Path input = Files.writeString(home.resolve("input"), said);
        assertThat(hook.inheritIO().redirectInput(input.toFile()).start().waitFor()).isZero();
    }

    private static NudgeTarget agent(String pane, long pid, long startTime) {
        return new NudgeTarget("/tmp/none", 42, pane, "gemini-cli", pid, startTime, "/tmp");
    }

    private NudgeTarget own(String pane) {
        ProcessId self = processes.identify(ProcessHandle.current().pid()).orElseThrow();
        return agent(pane, self.pid(), self.startTime());
    }

    private Sessions sessions() throws IOException {
        return new Sessions(records(), processes, SomeAlive.only(own("%3")));
    }

    @Test
    void agentThatHasRunTheHookOfItsSessionIsKnownWithItsRecord() throws Exception {
        runHook("BeforeAgent");
        assertThat(sessions().hasHooks(own("%3"))).as("a prompt begins no session").isFalse();
        assertThat(sessions().leavesReceipts(own("%3"))).isFalse();

        runHook("SessionStart");

        assertThat(sessions().hasHooks(own("%3"))).isTrue();
        assertThat(sessions().leavesReceipts(own("%3"))).isTrue();
        assertThat(sessions().transcript(own("%3"))).hasValue(Path.of(TRANSCRIPT));
        assertThat(sessions().hasHooks(own("%4"))).isFalse();
        assertThat(sessions().transcript(own("%4"))).isEmpty();
        assertThat(sessions().hasHooks(before())).as("an agent before it").isFalse();
        assertThat(sessions().leavesReceipts(before()))
                .as("what it had taken is looked at only now")
                .isTrue();
    }

    /// An agent that was in the pane before this one.
    private NudgeTarget before() {
        return agent("%3", own("%3").agentPid(), own("%3").agentStartTime() - 1);
    }

    private Path records() throws IOException {
        return Files.createDirectories(home.resolve("nudge/sessions"));
    }

    private Path record(NudgeTarget agent, String transcript) throws IOException {
        String line = "%d %d %s%n".formatted(agent.agentPid(), agent.agentStartTime(), transcript);
        return Files.writeString(records().resolve("42-" + agent.paneId().substring(1)), line);
    }

    /// It may be in a pane in which nudge does not type.
    @Test
    void agentOutsideRunsTheHooksIfAnyRecordSaysSo() throws Exception {
        NudgeTarget self = own("%3");
        NudgeTarget outside =
                NudgeTarget.outside(self.agentPid(), self.agentStartTime(), self.cwd());
        assertThat(sessions().runsHooks(outside)).isFalse();

        runHook("SessionStart");
        assertThat(sessions().runsHooks(outside)).isTrue();
        assertThat(sessions().hasHooks(outside)).as("in a pane").isFalse();

        hooks = "off";
        runHook("SessionStart");
        assertThat(sessions().runsHooks(outside)).isFalse();
    }

    @Test
    void agentWithTheHooksOffIsReadyButRunsNoOthers() throws Exception {
        hooks = "off";
        runHook("SessionStart");

        assertThat(home.resolve("nudge/sessions/42-3")).isNotEmptyFile();
        assertThat(sessions().hasHooks(own("%3"))).isFalse();
        assertThat(sessions().transcript(own("%3"))).isEmpty();
        assertThat(sessions().leavesReceipts(own("%3"))).isFalse();
    }

    @Test
    void agentMayBeStartingUntilItHasRunTheHookButNotForEver() throws Exception {
        ProcessHandle other = new ProcessBuilder("sleep", "300").start().toHandle();
        try {
            ProcessId young = processes.identify(other.pid()).orElseThrow();
            NudgeTarget agent = agent("%3", young.pid(), young.startTime());
            assertThat(mayBeStarting(agent)).isTrue();

            Path _ = record(agent, "off");

            assertThat(mayBeStarting(agent)).isFalse();
        } finally {
            other.destroyForcibly();
        }
        NudgeTarget own = own("%4");
        NudgeTarget old = agent("%4", own.agentPid(), own.agentStartTime() - 120 * SECOND);
        assertThat(mayBeStarting(old)).as("hooks are off in its own settings").isFalse();
    }

    private boolean mayBeStarting(NudgeTarget agent) throws IOException {
        return sessions().mayBeStarting(AgentBinding.of(agent));
    }

    @Test
    void recordOfTheConversationOfAnAgentBeforeInThePaneIsRemembered() throws Exception {
        Sessions sessions = sessions();
        Path record = record(before(), "/earlier.jsonl");
        assertThat(sessions.hasHooks(before())).isTrue();

        Files.delete(record);
        runHook("SessionStart");

        assertThat(sessions.transcript(before())).isEmpty();
        assertThat(sessions.lastTranscript(before())).hasValue(Path.of("/earlier.jsonl"));
        assertThat(sessions.lastTranscript(own("%3"))).hasValue(Path.of(TRANSCRIPT));
    }

    /// One was stopped by Ctrl+Z, and another was started. The daemon may read the record while the
    /// hook runs.
    @Test
    void agentBehindAnotherInItsPaneStaysKnownInARecordThatIsNeverHalfWritten() throws Exception {
        Path record = records().resolve("42-3");
        ProcessHandle other = new ProcessBuilder("sleep", "300").start().toHandle();
        ProcessId behind = processes.identify(other.pid()).orElseThrow();
        String before = behind.pid() + " " + behind.startTime() + " \n1 999999999 \n";
        Path seenBefore = Files.createLink(home.resolve("seen"), Files.writeString(record, before));

        runHook("SessionStart");

        assertThat(sessions().hasHooks(agent("%3", behind.pid(), behind.startTime()))).isTrue();
        assertThat(sessions().hasHooks(own("%3"))).isTrue();
        assertThat(seenBefore).content().isEqualTo(before);
        assertThat(records()).isDirectoryNotContaining("glob:**/42-3.*");
        other.destroyForcibly();
        other.onExit().join();

        runHook("SessionStart");

        assertThat(record).content().doesNotContain(behind.pid() + " " + behind.startTime());
    }

    @Test
    void recordsOfAgentsThatHaveEndedAreRemovedButNotOneThatAHookIsAboutToWrite()
            throws IOException {
        Path records = records();
        Files.writeString(records.resolve("42-3"), "1 999999999 \n");
        Files.writeString(records.resolve("42-4"), "damaged");
        Path old = Files.createFile(records.resolve("42-6"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(120)));
        Files.createFile(records.resolve("42-7"));
        Path _ = record(own("%5"), "");

        assertThat(sessions().hasHooks(own("%5"))).isTrue();
        assertThat(records).isDirectoryContaining("glob:**/42-5");
        assertThat(records).isDirectoryContaining("glob:**/42-7");
        assertThat(records).isDirectoryNotContaining("glob:**/42-[346]");
    }
}
