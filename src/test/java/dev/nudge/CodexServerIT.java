package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Codex with its server on, which runs the sessions of all panes: nothing shows in which of them a
/// session is, so what ends in the background goes to the queue of its thread. One agent serves all
/// tests; each leaves it idle.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CodexServerIT {
    private static final String RECORDS = "/.codex/sessions/";
    private static final Codex CODEX = Codex.withServer();

    @RegisterExtension
    private static final SharedAgent SHARED = new SharedAgent(() -> RealAgent.started(CODEX));

    private RealAgent agent;

    @BeforeEach
    void start() {
        agent = SHARED.get();
    }

    private HeldJob hold(String name) {
        return HeldJob.in(agent, name);
    }

    /// Asks the daemon, whose findings the doctor prints.
    private void assertItsThreadIsKnown() {
        assertThat(agent.nudge("examine"))
                .containsPattern(
                        "\"ok\",\"what\":\"Agent, thread [0-9a-f-]+ \\(process \\d+\\): a result could be put into its queue now")
                .doesNotContain("no result could be typed");
    }

    private static void assertReportedOnce(HeldJob job) {
        job.assertToldOnce();
        job.awaitRecorded("delivered", RECORDS);
    }

    private void killServer() {
        agent.user().kill(agent.user().running("app-server --listen"));
    }

    private void resume() {
        agent.launch("codex resume --last");
        agent.awaitConnected();
    }

    private void endWithoutAgent(HeldJob job) {
        job.release();
        agent.user().awaitEnd(job.number());
    }

    @Test
    void endGoesToTheQueueOnceAndADraftStays() {
        assertItsThreadIsKnown();
        HeldJob job = hold("draft");
        agent.type("half a thought");
        agent.awaitText("half a thought");
        job.release();
        assertThat(job.awaitTold())
                .contains("[nudge: job " + job.number() + ", ", ", automatic notice]");
        agent.awaitText("half a thought");
        job.awaitRecorded("delivered", RECORDS);
        agent.keys("Enter");
        assertThat(agent.awaitTold("half a thought")).startsWith("half a thought");
        job.assertToldOnce();
        assertItsThreadIsKnown();
        assertThat(agent.nudge("explain")).contains("a result could be put into its queue now");
    }

    @Test
    void endIsToldOnceAfterTheTurnWhoseDialogIsNotAnsweredAlthoughTheDaemonIsKilledMeanwhile() {
        HeldJob job = hold("dialog");
        Path harm = agent.gate("harm");
        agent.model()
                .onUserText("dangerous")
                .call(CODEX.shellTool(), CODEX.shellCall("touch " + harm));
        agent.submit("dangerous task");
        agent.awaitText(CODEX.question());
        job.release();
        // The message has been put into the queue.
        job.awaitRecorded("", job.gate().toString());
        assertThat(agent.model().wasAsked(job.gate().toString())).isFalse();
        agent.user().killDaemon();
        agent.awaitText(CODEX.question());
        agent.keys("Escape");
        assertReportedOnce(job);
        assertThat(harm).doesNotExist();
    }

    private void setServer(String action) {
        agent.run("codex", "features", action, "daemon_auto_start");
    }

    /// Runs when the others have run: the second thread stays connected for a minute.
    @Test
    @Order(Integer.MAX_VALUE - 1)
    void eachOfTwoPanesIsToldItsOwn() {
        HeldJob first = hold("first");
        String pane = agent.pane();
        agent.split();
        HeldJob second = hold("second");
        Stream.of(first, second)
                .forEach(job -> {
                    job.release();
                    job.awaitTold();
                });
        assertThat(String.join("\n", agent.tmux().capture(pane)))
                .contains("first")
                .doesNotContain("task second");
        agent.awaitText("task second");
        assertThat(agent.model().all().stream().map(r -> r.userTexts().toString()))
                .as("requests that report both")
                .noneMatch(texts ->
                        texts.contains("" + first.gate()) && texts.contains("" + second.gate()));
        agent.leavePane(pane);
        agent.awaitReady();
    }

    /// Runs last: the server is off then. Wherever a thread is opened again, it is told there: in
    /// its server, or in its pane if the server has been turned off, whether that still runs or
    /// not. A server that had been off is turned on by an update of nudge.
    @Test
    @Order(Integer.MAX_VALUE)
    void threadIsToldWhereItIsOpenedAgain() {
        HeldJob closed = hold("closed");
        agent.quit();
        killServer();
        endWithoutAgent(closed);
        resume();
        assertReportedOnce(closed);

        HeldJob alone = hold("alone");
        agent.quit();
        killServer();
        setServer("disable");
        endWithoutAgent(alone);
        resume();
        agent.submit("and now");
        alone.assertToldOnce();

        HeldJob updated = hold("updated");
        agent.quit();
        setServer("enable");
        endWithoutAgent(updated);
        resume();
        updated.assertToldOnce();
        updated.awaitRecorded("delivered", "");

        // The server outlives its sessions, and keeps their threads for a minute.
        HeldJob beside = hold("beside");
        agent.quit();
        setServer("disable");
        await().atMost(Patience.LONG.plusMinutes(1))
                .pollInterval(Duration.ofSeconds(5))
                .until(() -> agent.nudge("examine"), said -> !said.contains("Agent, thread "));
        resume();
        agent.submit("and this");
        beside.release();
        beside.assertToldOnce();
        beside.awaitRecorded("delivered", "");
    }
}
