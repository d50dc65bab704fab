package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.jobs.JobEntry;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A watch has found a line, and while that is being told it finds the last one, which ends it.
class WatchNotesTest extends OutboxFixture {
    private JobEntry watch;
    private boolean leavesReceipts;

    @BeforeEach
    void watchThatHasFoundALine() throws IOException {
        Watch task = new Watch(OptionalLong.empty(), Path.of("/tmp/log"), "", 2);
        JobSpec spec = SomeJob.spec("watch log", task);
        disk.save(number -> SomeJob.running(number, spec, Optional.of(AGENT)));
        jobs = disk.adopted();
        outbox = new OutboxParts(disk, jobs, () -> leavesReceipts);
        watch = jobs.require(1);
        found("one", j -> j.found("one", Instant.now()));
    }

    private void found(String line, UnaryOperator<Job> change) throws IOException {
        Path log = disk.store().directory(1).output();
        String before = Files.exists(log) ? Files.readString(log) : "";
        Files.writeString(log, before + line + "\n");
        watch.apply(change);
        outbox.ledger.take(watch.job());
    }

    private void findLast() throws IOException {
        found("two", j -> j.after(new JobEvent.EndSeen(new ExitStatus.Exited(0), Instant.now())));
    }

    private void assertBothAreTold() {
        assertThat(lines(pending())).containsExactly("2 lines, the last: two");
    }

    private List<Note> hold() {
        return outbox.claims.hold(_ -> true, 1000);
    }

    private static List<String> lines(List<Note> notes) {
        return notes.stream()
                .map(note ->
                        note instanceof EndNote end
                                ? end.output().lines()
                                : ((FoundNote) note).lines().text())
                .toList();
    }

    private void handOver(List<Note> held) {
        outbox.claims.handedOver(NudgeMessage.each(held), new Turn(1, ""));
    }

    private List<Note> type() throws IOException {
        List<Note> first = pending();
        outbox.courier.markTyping(first, "one", Optional.empty());
        return first;
    }

    /// The agent works, and has the message with the first line in its queue.
    private void queue() throws IOException {
        leavesReceipts = true;
        outbox.courier.markTaken(type());
    }

    private boolean isChanged() {
        return outbox.claims.applyFound(watch, j -> j.found("two", Instant.now()));
    }

    @Test
    void nextLineWaitsWhileTheLastIsInTheQueueOfTheAgent() throws IOException {
        queue();
        assertThat(isChanged()).isFalse();

        outbox.claims.expectAnswer(watch);
        assertThat(isChanged()).as("its turn ends only with the call").isTrue();
    }

    @Test
    void nextLineDoesNotWaitOnceTheAgentHasEnded() throws IOException {
        queue();

        outbox.leftovers.giveBack(AGENT::equals);

        assertThat(isChanged()).isTrue();
    }

    /// In the agent's queue they could be lost with the agent.
    @Test
    void linesWaitWhileACallOfTheAgentWaitsForTheWatch() {
        outbox.claims.expectAnswer(watch);
        assertThat(pending()).isEmpty();
        assertThat(isChanged()).isTrue();
        outbox.ledger.take(watch.job());
        assertThat(pending()).isEmpty();

        assertThat(outbox.claims.answered(watch, Optional.empty())).isFalse();

        assertBothAreTold();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lineThatWasNotToldYetOrTypedInVainIsToldWithTheLast(boolean isTyped) throws IOException {
        List<Note> first = isTyped ? type() : List.of();
        findLast();

        outbox.courier.markPending(first);

        assertBothAreTold();
    }

    @Test
    void lastLineGoesToNoHookWhileTheOneBeforeIsBeingTyped() throws IOException {
        List<Note> first = type();
        findLast();

        assertThat(hold()).isEmpty();
        outbox.courier.markTaken(first);
        assertThat(lines(hold())).containsExactly("two");
    }

    /// A line that is being typed, or that a hook tells, cannot be told with the next.
    @Test
    void nextLineWaitsWhileAHookPassesOnTheOneBefore() {
        List<Note> held = hold();

        assertThat(isChanged()).isFalse();
        handOver(held);
        assertThat(isChanged()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lineIsToldWithTheLastUnlessAHookPassesItOn(boolean isPassedOn) throws IOException {
        List<Note> held = hold();
        findLast();
        assertThat(pending()).isEmpty();

        if (isPassedOn) {
            handOver(held);
            assertThat(lines(pending())).containsExactly("two");
        } else {
            outbox.claims.release(NoteKey.all(held));
            assertBothAreTold();
        }
    }

    /// The daemon dies while the hook passes it on, and the watch has ended.
    @Test
    void lineThatAHookHasPassedOnIsNotToldAgainByTheNextDaemon() throws IOException {
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        ProcessId hook = new ProcessTable().identify(parent).orElseThrow();
        outbox.held().give(hook, _ -> true, 1000);
        findLast();
        jobs.adopt();
        outbox = new OutboxParts(disk, jobs, () -> leavesReceipts);
        outbox.fill();
        HeldNotes held = outbox.held();

        held.resume();

        assertThat(pending()).isEmpty();
        held.confirm(hook, "");
        assertThat(lines(pending())).containsExactly("two");
    }
}
