package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/// nudge in the real Claude Code as it is installed, which takes tasks: its client asks for their
/// results, and wakes the model with them. The monitor runs too. Nothing is typed.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClaudeCodeTasksEndToEndIT {
    private static final Pattern TASK = Pattern.compile("job-(\\d+)-[0-9a-f]{32}");

    @RegisterExtension
    private static final SharedAgent SHARED =
            new SharedAgent(() -> RealAgent.started(new ClaudeCode("dark", true, true)));

    private RealAgent agent;

    @BeforeEach
    void start() {
        agent = SHARED.get();
    }

    /// A job that runs until its gate is there, and then prints what is not in its command.
    private record Held(Path gate, long number) {
        void release() throws IOException {
            Files.createFile(gate);
        }
    }

    private Held hold(String name) {
        Path gate = agent.gate(name);
        String answer =
                agent.ask(
                        "task " + name,
                        "while [ ! -e "
                                + gate
                                + " ]; do sleep 0.05; done; echo "
                                + name
                                + "-$((40+2))");
        Matcher task = TASK.matcher(answer);
        assertThat(task.find()).as(answer + agent.account()).isTrue();
        agent.awaitReady();
        return new Held(gate, Long.parseLong(task.group(1)));
    }

    private String awaitTold(String name) {
        return agent.awaitTold(name + "-42");
    }

    /// Asks once more, and counts how often the conversation has the output.
    private void assertToldOnce(String name) {
        agent.awaitIdle();
        agent.submit("question about " + name);
        agent.awaitTold("question about " + name);
        agent.awaitReady();
        assertThat(agent.timesTold(name + "-42")).as(agent::account).isEqualTo(1);
    }

    private void awaitRecorded(Held job) {
        agent.awaitRecorded(job.number(), "handed_over", "");
    }

    @Test
    void endWakesTheIdleAgentAndADraftStays() throws IOException {
        Held job = hold("plain");
        agent.type("my own words");
        agent.awaitText("my own words");

        job.release();

        assertThat(awaitTold("plain")).contains("<task-notification>", "exit code 0");
        agent.awaitText("my own words");
        agent.keys("C-u");
        agent.awaitRecorded(job.number(), "handed_over", "/.claude/projects/");
        agent.awaitRecorded(job.number(), "handed_over", "nudge-receipt-");
        assertToldOnce("plain");
    }

    @Test
    void monitorTellsWhatHasNoTaskBesideADraft() throws IOException {
        Path log = agent.watched(2);
        agent.type("my own words");
        agent.awaitText("my own words");

        Files.writeString(log, "ERROR one\n");

        assertThat(agent.awaitTold("ERROR one")).contains("Monitor event", "automatic notice]");
        agent.awaitText("my own words");
        agent.keys("C-u");
        agent.awaitReady();
    }

    @Test
    void taskIsShownAndCanBeStopped() throws IOException {
        Held job = hold("stopped");
        agent.awaitText("2 background tasks");
        agent.type("/tasks");
        agent.awaitText("/tasks");
        agent.keys("Enter");
        agent.awaitText("x to stop");
        assertThat(agent.screen())
                .contains(
                        "background commands of nudge", "job %d: running".formatted(job.number()));
        agent.keys("Down");
        agent.awaitText("❯ ● nudge/run_long_command");

        agent.keys("x");

        assertThat(agent.user().awaitEnd(job.number()).path("stop_reason").stringValue(""))
                .as(agent::account)
                .isEqualTo("cancelled by the agent");
        agent.awaitScreen(screen -> !screen.contains("nudge/run_long_command"));
        agent.keys("Escape");
        agent.awaitReady();
    }

    @Test
    void taskOutlivesTheDaemon() throws IOException {
        Held job = hold("daemon");
        agent.user().killDaemon();
        job.release();

        awaitTold("daemon");

        awaitRecorded(job);
        assertToldOnce("daemon");
    }

    @Test
    void sessionThatIsContinuedGetsWhatEndedMeanwhile() throws IOException {
        Held job = hold("continued");
        agent.quit();
        job.release();
        agent.user().awaitEnd(job.number());

        agent.launch("claude --continue");
        awaitTold("continued");
        awaitRecorded(job);
        assertToldOnce("continued");
    }

    /// Runs last: the agent takes no tasks then.
    @Test
    @Order(Integer.MAX_VALUE)
    void whatNobodyAsksForIsToldWithoutATask() throws IOException {
        Held job = hold("unasked");
        agent.quit();
        job.release();
        agent.user().awaitEnd(job.number());

        agent.launch("CLAUDE_CODE_DISABLE_MCP_TASKS=1 claude");
        assertThat(awaitTold("unasked")).contains(", automatic notice]");
        assertToldOnce("unasked");
    }
}
