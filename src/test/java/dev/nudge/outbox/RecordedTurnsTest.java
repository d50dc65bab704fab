package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.outbox.RecordedTurns.MessageId;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent that leaves no receipt for what comes to its inbox, but records it.
class RecordedTurnsTest extends OutboxFixture {
    private static final String TEXT = "[nudge: job 1 has ended, automatic notice]";

    private Path transcript;

    @BeforeEach
    void messageIsInTheInbox() throws IOException {
        transcript = folder.resolve("session.jsonl");
        disk.save(number -> SomeJob.ended(number, "true"));
        jobs = disk.adopted();
        outbox = new OutboxParts(disk, jobs, () -> true, this::transcript, this::transcript);
        outbox.fill();
        take();
    }

    private void take() throws IOException {
        List<Note> told = pending();
        outbox.courier.markTyping(told, TEXT, Optional.empty());
        assertThat(outbox.courier.markTaken(told)).isTrue();
    }

    private Optional<Path> transcript() {
        return Optional.of(transcript);
    }

    private void record(String type, String text) throws IOException {
        record(type, text, Instant.now());
    }

    private void record(String type, String text, Instant at) throws IOException {
        String line =
                "{\"uuid\":\"%s\",\"timestamp\":\"%s\",\"type\":\"%s\",\"subtype\":\"notification\",\"message\":{\"parts\":[{\"text\":\"%s\"}]}}%n"
                        .formatted((text + at).hashCode(), at, type, text);
        Files.writeString(transcript, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void turnHasBegunOnceTheRecordShowsTheMessage() throws IOException {
        assertThat(isTurnDue()).isTrue();
        record("user", "Something else");
        assertThat(isTurnDue()).isTrue();

        record("user", "<message from nudge>" + TEXT.replace("[", " ["));

        assertThat(isTurnDue()).isFalse();
        assertBegun();
    }

    private void assertBegun() {
        NudgeState.InTurn told = (NudgeState.InTurn) nudge(1);
        assertThat(told.text()).isEqualTo(TEXT);
        assertThat(told.turn().transcript()).isEqualTo(transcript.toString());
    }

    /// A person has taken it out of the agent's queue, or the agent has lost it.
    @Test
    void messageThatIsNeitherInTheQueueNorInTheRecordIsReportedAgainOnce() throws IOException {
        record("user", "Something else");
        isIdleLater();
        assertThat(nudge(1)).isEqualTo(new NudgeState.Pending());

        take();
        isIdleLater();

        assertThat(nudge(1)).isInstanceOf(NudgeState.Delivered.class);
        assertThat(pending()).isEmpty();
    }

    /// The hook of the turn has failed.
    @Test
    void messageOfATurnWithoutAReceiptIsDeliveredIfTheRecordHoldsIt() throws IOException {
        outbox = new OutboxParts(disk, jobs, () -> true, Optional::empty, this::transcript);
        outbox.fill();
        record("user", TEXT);

        isIdleLater();

        assertThat(nudge(1)).isInstanceOf(NudgeState.Delivered.class);
    }

    /// When a long turn ends, the agent looks idle for some frames before it begins the next.
    @Test
    void messageIsNotMissingWhenTheAgentHasJustBecomeIdle() throws IOException {
        record("user", "Something else");

        isIdleAfter(300);
        outbox.leftovers.seen(AGENT, false, 0);
        isIdleAfter(400);
        isIdleAfter(430);
        assertThat(nudge(1)).isInstanceOf(NudgeState.Taken.class);

        isIdleAfter(460);
        assertThat(nudge(1)).isEqualTo(new NudgeState.Pending());
    }

    @Test
    void messageWhoseTurnHasBegunMeanwhileIsNotMissing() throws IOException {
        isIdleAfter(0);
        record("user", TEXT);

        isIdleAfter(60);

        assertThat(nudge(1)).isInstanceOf(NudgeState.InTurn.class);
    }

    private void isIdleLater() {
        isIdleAfter(0);
        isIdleAfter(60);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messageIsPendingOnceTheAgentHasEndedUnlessTheModelHadAnswered(boolean isAnswered)
            throws IOException {
        record("user", TEXT);
        if (isAnswered) {
            record("assistant", "I see.");
        }
        outbox.acknowledgements.receive();
        outbox.leftovers.giveBack(AGENT::equals);
        assertThat(nudge(1)).isInstanceOf(NudgeState.InTurn.class);

        outbox.acknowledgements.proveOfEnded(AGENT::equals);

        assertThat(nudge(1))
                .isInstanceOf(isAnswered ? NudgeState.Delivered.class : NudgeState.Pending.class);
    }

    /// Its inbox, or its monitor, was closed before it had answered.
    @Test
    void messageThatTheAgentMayHaveIsNotSentAgainOnceTheRecordShowsIt() throws IOException {
        record("user", TEXT, Instant.now().minusSeconds(60));
        record("assistant", "I see.", Instant.now().minusSeconds(50));
        jobs.require(1).apply(j -> j.withNudge(new NudgeState.Pending()));
        outbox.ledger.take(jobs.require(1).job());
        outbox.courier.markTyping(pending(), TEXT, Optional.empty());
        assertThat(pending()).hasSize(1);
        assertThat(nudge(1)).isInstanceOf(NudgeState.Typing.class);

        record("user", TEXT);

        assertThat(pending()).isEmpty();
        assertBegun();
    }

    @Test
    void idHasItsTimeAndIsAnotherEachTime() {
        Instant time = Instant.parse("2026-11-29T06:53:30.123Z");
        String id = MessageId.next(time.plusNanos(456_789));

        assertThat(MessageId.time(id)).isEqualTo(time);
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(UUID.fromString(id).variant()).isEqualTo(2);
        assertThat(MessageId.next(time)).isNotEqualTo(id);
        assertThat(MessageId.time("damaged")).isEqualTo(Instant.MAX);
    }
}
