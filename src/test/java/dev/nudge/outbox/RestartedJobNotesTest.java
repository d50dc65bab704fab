package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.jobs.JobEntry;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The notes of a restarted job: what is known of its first end says nothing about the next.
class RestartedJobNotesTest extends OutboxFixture {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private JobEntry job;
    private Job first;
    private String firstReceipt;

    @BeforeEach
    void jobWhoseFirstEndAnAnswerHasReported() throws IOException {
        disk.save(number -> SomeJob.ended(number, "true"));
        jobs = disk.adopted();
        job = jobs.require(1);
        outbox = new OutboxParts(disk, jobs, () -> false);
        outbox.fill();
        first = job.job();
        firstReceipt = answer(first);
        leave(firstReceipt);
        assertThat(first.endNumber()).isZero();
        assertThat(job.job().isSettled()).isTrue();
    }

    /// @return the receipt
    private String answer(Job told) {
        AnswerLease lease = outbox.lease();
        lease.add(job);
        return lease.settle(List.of(told)).getFirst().text();
    }

    private void leave(String receipt) throws IOException {
        Files.writeString(disk.state().receipts().resolve(receipt), "\n");
        outbox.acknowledgements.receive();
    }

    private void restart() {
        job.applyFact(j -> j.restarted(j.spec(), 0));
        assertThat(job.job().nudge()).isEqualTo(new NudgeState.Pending());
    }

    private void end(int code) {
        job.applyFact(j ->
                j.after(new JobEvent.Started(Launch.of(42, NOW)))
                        .after(new JobEvent.EndSeen(new ExitStatus.Exited(code), NOW)));
        outbox.ledger.take(job.job());
    }

    @Test
    void nextEndIsReportedOnceAndByNoAnswerWithTheFirst() throws IOException {
        AnswerLease late = outbox.lease();
        late.add(job);
        restart();
        assertThat(pending()).isEmpty();

        assertThat(late.settle(List.of(first))).isEmpty();
        end(3);

        List<Note> notes = pending();
        assertThat(notes).hasSize(1);
        assertThat(((EndNote) notes.getFirst()).status()).isEqualTo(new ExitStatus.Exited(3));
        assertThat(job.applyFact(j -> j.restarted(j.spec(), 0)))
                .as("a job whose end is not reported for certain")
                .isFalse();
        outbox.courier.markTyping(notes, "it", Optional.empty());
        outbox.courier.markTaken(notes);
        outbox.courier.markBegun(notes);
        assertThat(pending()).isEmpty();
        assertThat(job.job().isSettled()).isTrue();
    }

    @Test
    void receiptOfTheFirstEndDoesNotCountForTheNext() throws IOException {
        restart();
        end(3);
        String second = answer(job.job());
        assertThat(second).isNotEqualTo(firstReceipt);

        leave(firstReceipt);
        assertThat(job.job().nudge()).isInstanceOf(NudgeState.Answered.class);

        leave(second);
        assertThat(job.job().isSettled()).isTrue();
    }
}
