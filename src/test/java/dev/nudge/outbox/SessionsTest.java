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
        ProcessBuilder hook =
                new ProcessBuilder(
                        "sh",
                        "-c",
                        "sh src/main/extension/hooks/hand-over %s %s; exit $?"
                                .formatted(
                                        event,
                                        event.equals("SessionStart") ? "session" : "prompt"));
        hook.environment().put("XDG_STATE_HOME", home.toString());
        hook.environment().put("TMUX", "/tmp/none,42,0");
        hook.environment().put("TMUX_PANE", "%3");
        hook.environment().put("NUDGE_HOOKS", hooks);
        Path input = home.resolve("input");
        Files.writeString(
                input, "{\"session_id\":\"s\",\"transcript_path\":\"" + TRANSCRIPT + "\"}");
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
        return new Sessions(
                Files.createDirectories(home.resolve("nudge/sessions")),
                processes,
                new OnlyAlive(own("%3")));
    }

    @Test
    void agentThatHasRunTheHookOfItsSessionIsKnown() throws Exception {
        runHook("SessionStart");

        assertThat(sessions().hasHooks(own("%3"))).isTrue();
        assertThat(sessions().hasHooks(own("%4"))).isFalse();
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
    void agentMayBeStartingUntilItHasRunTheHook() throws Exception {
        ProcessHandle other = new ProcessBuilder("sleep", "300").start().toHandle();
        try {
            ProcessId young = processes.identify(other.pid()).orElseThrow();
            AgentBinding agent = AgentBinding.of(agent("%3", young.pid(), young.startTime()));
            Sessions sessions = sessions();
            assertThat(sessions.mayBeStarting(agent)).isTrue();

            Path record = home.resolve("nudge/sessions/42-3");
            Files.writeString(record, young.pid() + " " + young.startTime() + " off\n");

            assertThat(sessions.mayBeStarting(agent)).isFalse();
        } finally {
            other.destroyForcibly();
        }
    }

    /// Hooks are turned off in its own settings.
    @Test
    void agentThatDoesNotRunTheHookIsNotWaitedForForEver() throws Exception {
        NudgeTarget own = own("%3");
        NudgeTarget old = agent("%3", own.agentPid(), own.agentStartTime() - 120 * SECOND);

        assertThat(sessions().mayBeStarting(AgentBinding.of(old))).isFalse();
    }

    @Test
    void recordOfItsConversationIsKnown() throws Exception {
        runHook("SessionStart");

        assertThat(sessions().transcript(own("%3"))).hasValue(Path.of(TRANSCRIPT));
        assertThat(sessions().transcript(own("%4"))).isEmpty();
    }

    @Test
    void recordOfTheConversationOfAnAgentBeforeInThePaneIsRemembered() throws Exception {
        NudgeTarget own = own("%3");
        NudgeTarget before = agent("%3", own.agentPid(), own.agentStartTime() - 1);
        Sessions sessions = sessions();
        Path record = home.resolve("nudge/sessions/42-3");
        Files.writeString(
                record, before.agentPid() + " " + before.agentStartTime() + " /earlier.jsonl\n");
        assertThat(sessions.hasHooks(before)).isTrue();

        Files.delete(record);
        runHook("SessionStart");

        assertThat(sessions.transcript(before)).isEmpty();
        assertThat(sessions.lastTranscript(before)).hasValue(Path.of("/earlier.jsonl"));
        assertThat(sessions.lastTranscript(own)).hasValue(Path.of(TRANSCRIPT));
    }

    @Test
    void agentThatWasInThePaneBeforeIsAnother() throws Exception {
        runHook("SessionStart");

        NudgeTarget own = own("%3");
        NudgeTarget before = agent("%3", own.agentPid(), own.agentStartTime() - 1);
        assertThat(sessions().hasHooks(before)).isFalse();
    }

    /// What it had taken is looked at only now, when the next agent's record is there.
    @Test
    void agentThatHasEndedCountsAsOneThatLeavesReceipts() throws Exception {
        NudgeTarget own = own("%3");
        NudgeTarget before = agent("%3", own.agentPid(), own.agentStartTime() - 1);
        assertThat(sessions().leavesReceipts(own)).isFalse();

        runHook("SessionStart");

        assertThat(sessions().leavesReceipts(own)).isTrue();
        assertThat(sessions().leavesReceipts(before)).isTrue();
    }

    /// It was stopped by Ctrl+Z, and another was started.
    @Test
    void agentBehindAnotherInItsPaneStaysKnown() throws Exception {
        Path record = Files.createDirectories(home.resolve("nudge/sessions")).resolve("42-3");
        ProcessHandle other = new ProcessBuilder("sleep", "300").start().toHandle();
        ProcessId behind = processes.identify(other.pid()).orElseThrow();
        Files.writeString(record, behind.pid() + " " + behind.startTime() + " \n1 999999999 \n");

        runHook("SessionStart");

        assertThat(sessions().hasHooks(agent("%3", behind.pid(), behind.startTime()))).isTrue();
        assertThat(sessions().hasHooks(own("%3"))).isTrue();
        other.destroyForcibly();
        other.onExit().join();

        runHook("SessionStart");

        assertThat(record).content().doesNotContain(behind.pid() + " " + behind.startTime());
    }

    /// The daemon may read it while the hook runs.
    @Test
    void recordIsReplacedAndNeverHalfWritten() throws Exception {
        Path records = Files.createDirectories(home.resolve("nudge/sessions"));
        Path record = Files.writeString(records.resolve("42-3"), "1 999999999 \n");
        Path seenBefore = Files.createLink(home.resolve("seen-before"), record);

        runHook("SessionStart");

        assertThat(seenBefore).hasContent("1 999999999 ");
        assertThat(sessions().hasHooks(own("%3"))).isTrue();
        assertThat(records).isDirectoryNotContaining("glob:**/42-3.*");
    }

    @Test
    void hookOfAPromptBeginsNoSession() throws Exception {
        runHook("BeforeAgent");

        assertThat(sessions().hasHooks(own("%3"))).isFalse();
    }

    @Test
    void recordThatAHookIsAboutToWriteIsKept() throws IOException {
        Path records = Files.createDirectories(home.resolve("nudge/sessions"));
        Path old = Files.createFile(records.resolve("42-4"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(120)));
        Files.createFile(records.resolve("42-3"));

        sessions();

        assertThat(records).isDirectoryContaining("glob:**/42-3");
        assertThat(records).isDirectoryNotContaining("glob:**/42-4");
    }

    @Test
    void recordsOfAgentsThatHaveEndedAreRemoved() throws IOException {
        Path records = Files.createDirectories(home.resolve("nudge/sessions"));
        Files.writeString(records.resolve("42-3"), "1 999999999 \n");
        Files.writeString(records.resolve("42-4"), "damaged");
        NudgeTarget own = own("%5");
        Files.writeString(
                records.resolve("42-5"), own.agentPid() + " " + own.agentStartTime() + " \n");

        assertThat(sessions().hasHooks(own)).isTrue();
        assertThat(records).isDirectoryContaining("glob:**/42-5");
        assertThat(records).isDirectoryNotContaining("glob:**/42-[34]");
    }
}
