package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.outbox.HeldNotes.HandOver;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent has ended, and the next one in its pane gets a prompt before its pump has connected.
class HandOverTest extends DiskFixture {
    private static final ProcessHandle HOOK = ProcessHandle.current();
    private static final NudgeTarget NEXT = SomeJob.agent(HOOK.parent().orElseThrow().pid());

    private static final int ALL = 1000;

    private Path transcript;
    private Path receipts;
    private Jobs jobs;
    private JobOutbox outbox;

    @BeforeEach
    void oneEndedJobOfTheAgentThatHasGone() throws IOException {
        disk.save(number -> SomeJob.ended(number, "true"));
        transcript = Files.createFile(folder.resolve("session.jsonl"));
        receipts = disk.state().receipts();
        startOutbox();
    }

    private void startOutbox() throws IOException {
        jobs = disk.adopted();
        outbox = OutboxParts.whole(disk, jobs, SomeAlive.only(NEXT));
        outbox.fill();
    }

    @AfterEach
    void close() {
        outbox.close();
    }

    private HandOver handOver() {
        return outbox.handOver(HOOK.pid(), transcript.toString());
    }

    private Job job() {
        return jobs.require(1).job();
    }

    private void assertIsInTurnOf(NudgeTarget agent) {
        assertThat(job().nudge()).isInstanceOf(NudgeState.InTurn.class);
        assertThat(job().target()).contains(agent);
    }

    private void assertWaitsForTheNext() {
        assertThat(job().nudge()).isEqualTo(new NudgeState.Pending());
        assertThat(job().target()).contains(NEXT);
    }

    /// Lets a hook take what waits, and pass it on or not. Returns how many messages it has got.
    private int handOver(NudgeTarget next, boolean isConfirmed) {
        try (HandOver handOver = handOver()) {
            int taken = handOver.take(next, ALL).size();
            if (isConfirmed) {
                handOver.confirm();
            }
            return taken;
        }
    }

    /// The thread has been opened again by another process, whose queue is closed.
    @Test
    void whatWaitsForAThreadIsHandedOverToThatThreadOnly() throws IOException {
        NudgeTarget gone = SomeJob.AGENT;
        NudgeTarget before = NudgeTarget.thread("mine", gone.agentPid() + 1, gone.agentStartTime());
        NudgeTarget next = NudgeTarget.thread("mine", NEXT.agentPid(), NEXT.agentStartTime());
        NudgeTarget other = NudgeTarget.thread("other", NEXT.agentPid(), NEXT.agentStartTime());
        jobs.require(1).apply(j -> j.withTarget(before));
        outbox.fill();

        assertThat(handOver(next, false)).isEqualTo(1);
        assertThat(handOver(other, false)).isZero();
        assertThat(handOver(next, true)).isEqualTo(1);

        assertIsInTurnOf(next);
    }

    /// It was taken for a turn of the agent that has ended, and so for one that is over: before the
    /// request, the conversation does not hold it yet.
    @Test
    void whatIsHandedOverIsInATurnOfTheAgentThatGetsItOnceItIsConfirmed() {
        assertThat(handOver(NEXT, false)).isEqualTo(1);
        assertWaitsForTheNext();

        assertThat(handOver(NEXT, true)).isEqualTo(1);
        outbox.sweep(List.of(NEXT));

        assertIsInTurnOf(NEXT);
    }

    /// Its hook is about to leave the receipt.
    @Test
    void withinATurnNothingIsHandedOverThatAnAnswerReports() throws IOException {
        NudgeState answered = new NudgeState.Answered(Instant.now());
        jobs.require(1).apply(j -> j.withTarget(NEXT).withNudge(answered));
        outbox.fill();

        try (HandOver handOver = handOver()) {
            assertThat(handOver.takeWithinTurn(NEXT, ALL)).isEmpty();
        }
        assertThat(handOver(NEXT, false)).isEqualTo(1);
    }

    private String answered() throws IOException {
        jobs.require(1).apply(j -> j.withTarget(NEXT));
        try (AnswerLease lease = outbox.lease()) {
            lease.add(jobs.require(1));
            return lease.settle(List.of(job())).getFirst().text();
        }
    }

    /// A hook may be served late, when the agent has received an answer since.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void receiptThatCameWhileAHookHadTheEndCountsUnlessTheHookToldIt(boolean isTold)
            throws IOException {
        String receipt = answered();

        try (HandOver handOver = handOver()) {
            assertThat(handOver.take(NEXT, ALL)).hasSize(1);
            Files.writeString(receipts.resolve(receipt), "\n");
            outbox.heard(receipt);
            assertThat(job().nudge()).isInstanceOf(NudgeState.Answered.class);
            if (isTold) {
                handOver.confirm();
            }
        }
        if (isTold) {
            outbox.heard(receipt);
        }

        assertThat(job().nudge())
                .isInstanceOf(isTold ? NudgeState.InTurn.class : NudgeState.Delivered.class);
        assertThat(receipts).isEmptyDirectory();
    }

    /// The hook may have told the end before the daemon died.
    @Test
    void receiptWaitsForTheHookThatHadTheEndFromADaemonThatDied() throws IOException {
        String receipt = answered();
        Process hook = new ProcessBuilder("sleep", "300").start();
        try {
            HandOver before = outbox.handOver(hook.pid(), transcript.toString());
            assertThat(before.take(NEXT, ALL)).hasSize(1);
            outbox.close();
            Files.writeString(receipts.resolve(receipt), "\n");

            startOutbox();
            assertThat(job().nudge()).isInstanceOf(NudgeState.Answered.class);
            outbox.handOver(hook.pid(), transcript.toString()).confirm();

            assertThat(job().nudge()).isInstanceOf(NudgeState.InTurn.class);
        } finally {
            hook.destroyForcibly();
        }
    }

    @Test
    void withinATurnIsHandedOverWhatWaitsAndAtMostSome() {
        try (HandOver handOver = handOver()) {
            assertThat(handOver.take(NEXT, 0)).isEmpty();
            assertThat(job().nudge()).isEqualTo(new NudgeState.Pending());
            assertThat(handOver.takeWithinTurn(NEXT, ALL)).hasSize(1);
            handOver.confirm();
        }

        assertThat(job().nudge()).isInstanceOf(NudgeState.InTurn.class);
    }

    /// Its end is noticed only when the next agent is connected already.
    @Test
    void whatIsFoundToBeLeftBehindIsPassedOnToTheAgentThatIsConnected() throws IOException {
        NudgeState taken = new NudgeState.Taken("text", Instant.now());
        jobs.require(1).apply(j -> j.withNudge(taken));
        outbox.fill();

        outbox.sweep(List.of(NEXT));

        assertWaitsForTheNext();
    }
}
