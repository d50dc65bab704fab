package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.agent.Codex;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.RealAgent;
import dev.nudge.testkit.agent.SharedAgent;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Codex with its server on, which runs the sessions of all panes: nothing shows in which of them a
/// session is, so what ends in the background goes to the queue of its thread.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodexServerIT {
    private static final String RECORDS = "/.codex/sessions/";
    private final Codex codex = Codex.withServer();

    @RegisterExtension
    private final SharedAgent shared = new SharedAgent(() -> RealAgent.started(codex));

    private static void assertDoctorKnowsItsThread(RealAgent agent) {
        assertThat(agent.nudge("doctor"))
                .containsPattern(
                        "ok    Agent, thread [0-9a-f-]+ \\(process \\d+\\): a result could be put into its queue now")
                .doesNotContain("no result could be typed");
    }

    private static void assertReportedOnce(HeldJob job) {
        job.assertToldOnce();
        job.awaitRecorded("delivered", RECORDS);
    }

    /// Waits until the message about the end of a job has been put into the queue.
    private static void awaitQueued(HeldJob job) {
        job.awaitRecorded("", job.gate().toString());
    }

    private static void killServer(RealAgent agent) {
        agent.user().kill(agent.user().running("app-server --listen"));
    }

    private static void resume(RealAgent agent) {
        agent.launch("codex resume --last");
        agent.awaitConnected();
    }

    private static void endWithoutAgent(HeldJob job) {
        job.release();
        job.agent().user().awaitEnd(job.number());
    }

    @Test
    void endGoesToTheQueueOnceAndADraftStays() {
        RealAgent agent = shared.get();
        assertDoctorKnowsItsThread(agent);
        HeldJob job = HeldJob.in(agent, "draft");
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
        assertDoctorKnowsItsThread(agent);
        assertThat(agent.nudge("explain")).contains("a result could be put into its queue now");
    }

    @Test
    void endComesAfterTheTurnThatRuns() {
        RealAgent agent = shared.get();
        HeldJob job = HeldJob.in(agent, "working");
        CountDownLatch answer = agent.think("think hard");
        job.release();
        awaitQueued(job);
        assertThat(agent.model().wasAsked(job.gate().toString())).isFalse();
        answer.countDown();
        assertReportedOnce(job);
    }

    @Test
    void openDialogIsNotAnswered() {
        RealAgent agent = shared.get();
        HeldJob job = HeldJob.in(agent, "dialog");
        Path harm = agent.gate("harm");
        agent.model()
                .onUserText("dangerous")
                .call(codex.shellTool(), codex.shellCall("touch " + harm));
        agent.submit("dangerous task");
        agent.awaitScreen(screen -> screen.contains(codex.question()));
        job.release();
        awaitQueued(job);
        agent.awaitText(codex.question());
        agent.keys("Escape");
        job.assertToldOnce();
        assertThat(harm).doesNotExist();
    }

    @Test
    void endIsToldOnceAlthoughTheDaemonIsKilledBeforeTheReceipt() {
        RealAgent agent = shared.get();
        HeldJob job = HeldJob.in(agent, "killed");
        CountDownLatch answer = agent.think("think on");
        job.release();
        awaitQueued(job);
        agent.user().killDaemon();
        answer.countDown();
        assertReportedOnce(job);
    }

    @Test
    void threadThatHasBeenClosedIsToldWhenItIsOpenedAgain() {
        RealAgent agent = shared.get();
        HeldJob job = HeldJob.in(agent, "resumed");
        agent.quit();
        killServer(agent);
        endWithoutAgent(job);
        resume(agent);
        assertReportedOnce(job);
    }

    /// The server is switched off while its thread has a job.
    @Test
    void threadThatIsResumedWithoutTheServerIsToldInItsPane() {
        try (RealAgent agent = RealAgent.started(codex)) {
            HeldJob job = HeldJob.in(agent, "alone");
            agent.quit();
            killServer(agent);
            agent.run("codex", "features", "disable", "daemon_auto_start");
            endWithoutAgent(job);
            resume(agent);
            agent.submit("and now");
            job.assertToldOnce();
        }
    }

    /// The server outlives its sessions.
    @Test
    void threadThatIsResumedBesideItsServerIsToldInItsPane() {
        try (RealAgent agent = RealAgent.started(codex)) {
            HeldJob job = HeldJob.in(agent, "beside");
            agent.quit();
            agent.run("codex", "features", "disable", "daemon_auto_start");
            await().atMost(Patience.LONG.plusMinutes(1))
                    .until(() -> agent.nudge("doctor"), said -> !said.contains("Agent, thread "));
            resume(agent);
            agent.submit("and now");
            job.release();
            job.assertToldOnce();
            job.awaitRecorded("delivered", "");
        }
    }

    /// As after the update of a nudge that had turned the server off.
    @Test
    void sessionThatIsResumedInTheServerIsToldThere() {
        try (RealAgent agent = RealAgent.started(codex)) {
            agent.quit();
            killServer(agent);
            agent.run("codex", "features", "disable", "daemon_auto_start");
            agent.launch();
            agent.awaitConnected();
            HeldJob job = HeldJob.in(agent, "updated");
            agent.quit();
            agent.run("codex", "features", "enable", "daemon_auto_start");
            endWithoutAgent(job);
            resume(agent);
            job.assertToldOnce();
            job.awaitRecorded("delivered", "");
        }
    }

    @Test
    void eachOfTwoPanesIsToldItsOwn() {
        try (RealAgent agent = RealAgent.started(codex)) {
            HeldJob first = HeldJob.in(agent, "first");
            String pane = agent.pane();
            agent.split();
            HeldJob second = HeldJob.in(agent, "second");
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
                            texts.contains("" + first.gate())
                                    && texts.contains("" + second.gate()));
        }
    }
}
