package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Codex with its server on, which runs the sessions of all panes: nothing shows in which of them a
/// session is, so what ends in the background goes to the queue of its thread.
class CodexServerIT {
    private static final Duration PATIENCE = Patience.LONG;

    private final Codex codex = Codex.withServer();
    private final RealAgent agent = RealAgent.of(codex);

    @BeforeEach
    void start() throws IOException {
        agent.nudge("install", "codex");
        codex.trustNudge(agent.home());
        agent.start(110, 34);
        agent.awaitConnected();
    }

    @AfterEach
    void end() {
        agent.close();
    }

    private Path hold(String name) {
        Path gate = agent.gate(name);
        assertThat(agent.ask("the task " + name, RealAgent.until(gate)))
                .as(agent::account)
                .contains("I will notify you when it finishes");
        agent.awaitReady();
        return gate;
    }

    private void assertToldOnce(Path gate) {
        agent.awaitTold(gate.toString());
        agent.awaitReady();
        assertThat(agent.timesTold(gate.toString())).isEqualTo(1);
    }

    private void awaitReported(long job) {
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(agent.user().stored(job).path("nudge").asString(""))
                                .isEqualTo("delivered"));
    }

    private void assertDoctorKnowsItsThread() {
        assertThat(agent.nudge("doctor"))
                .containsPattern(
                        "ok    Agent, thread [0-9a-f-]+ \\(process \\d+\\): a result could be put into its queue now")
                .doesNotContain("no result could be typed");
    }

    @Test
    void endGoesToTheQueueOnceAndADraftStays() throws IOException {
        assertDoctorKnowsItsThread();
        Path gate = hold("draft");
        agent.type("half a thought");
        agent.awaitText("half a thought");

        Files.createFile(gate);

        assertThat(agent.awaitTold(gate.toString()))
                .contains("[nudge: job 1, ", ", automatic notice]");
        agent.awaitText("half a thought");
        awaitReported(1);
        assertThat(agent.user().stored(1).path("nudge_text").asString(""))
                .contains("/.codex/sessions/");
        agent.keys("Enter");
        assertThat(agent.awaitTold("half a thought")).startsWith("half a thought");
        assertToldOnce(gate);
        assertDoctorKnowsItsThread();
        assertThat(agent.nudge("explain")).contains("a result could be put into its queue now");
    }

    @Test
    void endComesAfterTheTurnThatRuns() throws IOException {
        Path gate = hold("working");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model()
                .onUserText("think")
                .with(ModelReply.text("I have thought.").heldBefore(answer));
        agent.submit("think hard");
        agent.model().awaitUserTextContaining("think hard", PATIENCE);

        Files.createFile(gate);

        await().atMost(PATIENCE)
                .until(
                        () -> agent.user().stored(1).path("nudge_text").asString(""),
                        text -> text.contains("" + gate));
        assertThat(agent.model().wasAsked(gate.toString())).isFalse();
        answer.countDown();
        assertToldOnce(gate);
        awaitReported(1);
    }

    @Test
    void openDialogIsNotAnswered() throws IOException {
        Path gate = hold("dialog");
        Path harm = agent.gate("harm");
        agent.model()
                .onUserText("dangerous")
                .call(codex.shellTool(), codex.shellCall("touch " + harm));
        agent.submit("dangerous task");
        agent.awaitScreen(screen -> screen.contains(codex.question()));

        Files.createFile(gate);

        await().atMost(PATIENCE)
                .until(
                        () -> agent.user().stored(1).path("nudge_text").asString(""),
                        text -> text.contains("" + gate));
        agent.awaitText(codex.question());
        agent.keys("Escape");
        assertToldOnce(gate);
        assertThat(harm).doesNotExist();
    }

    @Test
    void endIsToldOnceAlthoughTheDaemonIsKilledBeforeTheReceipt() throws IOException {
        Path gate = hold("killed");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model()
                .onUserText("think")
                .with(ModelReply.text("I have thought.").heldBefore(answer));
        agent.submit("think hard");
        agent.model().awaitUserTextContaining("think hard", PATIENCE);
        Files.createFile(gate);
        await().atMost(PATIENCE)
                .until(
                        () -> agent.user().stored(1).path("nudge_text").asString(""),
                        text -> text.contains("" + gate));
        agent.user().killDaemon();

        answer.countDown();

        agent.awaitTold(gate.toString());
        awaitReported(1);
        assertToldOnce(gate);
    }

    @Test
    void threadThatHasBeenClosedIsToldWhenItIsOpenedAgain() throws IOException {
        Path gate = hold("resumed");
        agent.quit();
        agent.user().kill(agent.user().running("app-server --listen"));
        Files.createFile(gate);
        agent.user().awaitEnd(1);

        agent.type("codex resume --last");
        agent.keys("Enter");
        agent.awaitConnected();

        assertToldOnce(gate);
        awaitReported(1);
    }

    /// The server is switched off while its thread has a job.
    @Test
    void threadThatIsResumedWithoutTheServerIsToldInItsPane() throws IOException {
        Path gate = hold("alone");
        agent.quit();
        agent.user().kill(agent.user().running("app-server --listen"));
        agent.run("codex", "features", "disable", "daemon_auto_start");
        Files.createFile(gate);
        agent.user().awaitEnd(1);
        agent.type("codex resume --last");
        agent.keys("Enter");
        agent.awaitConnected();

        agent.submit("and now");

        assertToldOnce(gate);
    }

    /// The server outlives its sessions.
    @Test
    void threadThatIsResumedBesideItsServerIsToldInItsPane() throws IOException {
        Path gate = hold("beside");
        agent.quit();
        agent.run("codex", "features", "disable", "daemon_auto_start");
        await().atMost(PATIENCE.plusMinutes(1))
                .until(() -> agent.nudge("doctor"), said -> !said.contains("Agent, thread "));
        agent.type("codex resume --last");
        agent.keys("Enter");
        agent.awaitConnected();
        agent.submit("and now");

        Files.createFile(gate);

        assertToldOnce(gate);
        awaitReported(1);
    }

    /// As after the update of a nudge that had turned the server off.
    @Test
    void sessionThatIsResumedInTheServerIsToldThere() throws IOException {
        agent.quit();
        agent.user().kill(agent.user().running("app-server --listen"));
        agent.run("codex", "features", "disable", "daemon_auto_start");
        agent.type("codex");
        agent.keys("Enter");
        agent.awaitConnected();
        Path gate = hold("updated");
        agent.quit();
        agent.run("codex", "features", "enable", "daemon_auto_start");
        Files.createFile(gate);
        agent.user().awaitEnd(1);

        agent.type("codex resume --last");
        agent.keys("Enter");
        agent.awaitConnected();

        assertToldOnce(gate);
        awaitReported(1);
    }

    @Test
    void eachOfTwoPanesIsToldItsOwn() throws IOException {
        Path first = hold("first");
        String pane = agent.pane();
        agent.split();
        Path second = hold("second");

        Files.createFile(first);
        agent.awaitTold(first.toString());
        Files.createFile(second);
        agent.awaitTold(second.toString());

        assertThat(String.join("\n", agent.tmux().capture(pane)))
                .contains("first")
                .doesNotContain("the task second");
        agent.awaitText("the task second");
        assertThat(
                        agent.model().all().stream()
                                .filter(r ->
                                        r.userTexts().stream()
                                                .anyMatch(t -> t.contains("" + first)))
                                .filter(r ->
                                        r.userTexts().stream()
                                                .anyMatch(t -> t.contains("" + second))))
                .as("requests that report both")
                .isEmpty();
    }
}
