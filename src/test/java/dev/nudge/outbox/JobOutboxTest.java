package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.jobs.JobEntry;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// A hook that finds no mark ends in 5 ms; with one it starts a program and asks the daemon.
class JobOutboxTest extends OutboxFixture {
    private static final long HOOK = 1234;
    private static final long NEXT_HOOK = 1235;

    private boolean leavesReceipts = true;

    @BeforeEach
    void twoEndedJobs() throws IOException {
        disk.save(number -> SomeJob.ended(number, "true"));
        disk.save(number -> SomeJob.ended(number, "true"));
        jobs = disk.adopted();
        fillOutbox();
    }

    private void fillOutbox() throws IOException {
        outbox = new OutboxParts(disk, jobs, () -> leavesReceipts);
        outbox.fill();
    }

    private void assertMarks(String... names) {
        assertThat(disk.state().pending().toFile().list()).containsExactlyInAnyOrder(names);
    }

    private void take() throws IOException {
        List<Note> told = pending();
        type(told, "both");
        outbox.courier.markTaken(told);
    }

    private boolean type(List<Note> told, String text) throws IOException {
        return outbox.courier.markTyping(told, text, Optional.empty());
    }

    private void receive() {
        outbox.acknowledgements.receive();
    }

    /// The next prompt of the agent calls a hook.
    private void prove() {
        outbox.acknowledgements.prove(AGENT::isSamePane, NEXT_HOOK, () -> true);
    }

    @Test
    void messageInTheQueueOfAnAgentIsDeliveredWhenATurnBeginsWithIt() throws IOException {
        assertThat(isTurnDue()).isFalse();
        assertMarks("42-3");
        List<Note> told = pending();
        type(told, "both");
        // What is being typed calls no program.
        assertMarks("42-3.typing");
        outbox.courier.markPending(told);
        assertMarks("42-3");
        take();

        assertThat(nudge(1)).isInstanceOf(NudgeState.Taken.class);
        assertThat(pending()).isEmpty();
        assertMarks("42-3.typing");
        assertThat(isTurnDue()).isTrue();
        fillOutbox();
        assertThat(isTurnDue()).isTrue();
        submit("another\n\nboth");
        assertThat(isTurnDue()).isFalse();

        assertDelivered(1, true);
        assertDelivered(2, true);
        assertThat(nudge(2).report()).contains(new Report("both", AGENT));
        assertMarks();
        outbox.leftovers.giveBack(AGENT::equals);
        assertThat(pending()).isEmpty();
    }

    @Test
    void messageOfAnAgentWithoutReceiptsIsDeliveredOnceATurnIsSeenToBegin() throws IOException {
        leavesReceipts = false;
        List<Note> told = pending();
        type(told, "both");
        assertThat(outbox.courier.markTaken(told)).isFalse();
        assertThat(nudge(1)).isInstanceOf(NudgeState.Taken.class);
        assertThat(isTurnDue()).isFalse();

        outbox.courier.markBegun(told);

        assertDelivered(1, true);
        assertDelivered(2, true);
        assertMarks();
        outbox.leftovers.giveBack(AGENT::equals);
        assertThat(pending()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messageInTheQueueOfAnAgentThatHasEndedIsPendingAgain(boolean isReceipted)
            throws IOException {
        leavesReceipts = isReceipted;
        take();
        fillOutbox();

        outbox.leftovers.giveBack(AGENT::equals);

        assertThat(nudge(1)).isEqualTo(new NudgeState.Pending());
        assertThat(pending()).hasSize(2);
        assertMarks("42-3");
    }

    /// A turn begins with both.
    private Path begin(String conversation) throws IOException {
        take();
        Path transcript = Files.writeString(folder.resolve("session.jsonl"), conversation);
        String json = "{\"prompt\":\"both\",\"transcript_path\":\"%s\"}%n".formatted(transcript);
        Files.writeString(disk.state().receipts().resolve("prompt-42-3-" + HOOK), json);
        receive();
        return transcript;
    }

    /// The model forgets all of a turn that is cancelled, or in which it could not be asked.
    /// Whatever the record shows, and for whatever reason: not with every prompt.
    @Test
    void messageOfATurnThatHasFailedIsPendingAgainWithTheNextPromptButOnlyOnce()
            throws IOException {
        begin(message("And now?"));

        assertThat(nudge(1)).isInstanceOf(NudgeState.InTurn.class);
        assertThat(nudge(1).word()).isEqualTo("delivered");
        assertThat(pending()).isEmpty();
        assertMarks("42-3.told");

        prove();

        assertThat(nudge(1)).isEqualTo(new NudgeState.Pending());
        assertThat(pending()).hasSize(2);
        assertMarks("42-3");

        begin(message("And now?"));
        prove();

        assertDelivered(1, true);
    }

    /// A record that cannot be read proves nothing.
    @ParameterizedTest
    @ValueSource(strings = {"both", "rubbish"})
    void messageThatTheConversationHoldsWhenItsTurnIsOverIsDelivered(String text)
            throws IOException {
        Path transcript = begin("");
        Files.writeString(transcript, text.equals("both") ? message(text) : text);

        prove();

        assertDelivered(1, true);
        assertThat(pending()).isEmpty();
        assertMarks();
    }

    /// The request of a hook may be handled after the next turn has begun, and before that is in
    /// the record; and Gemini CLI records a prompt after its hook.
    @ParameterizedTest
    @CsvSource({NEXT_HOOK + ", false", HOOK + ", true"})
    void hookThatHasEndedProvesNothingNorThatOfTheTurnItself(long hook, boolean isThere)
            throws IOException {
        begin("");
        fillOutbox();

        outbox.acknowledgements.prove(AGENT::isSamePane, hook, () -> isThere);

        assertThat(nudge(1)).isInstanceOf(NudgeState.InTurn.class);
        assertMarks("42-3.told");
    }

    @Test
    void whatAHookPassedOnInATurnThatWasCancelledIsPendingAgain() throws IOException {
        Path transcript = Files.writeString(folder.resolve("session.jsonl"), message("And now?"));
        ProcessId hook = hook(ProcessHandle.current());
        HeldNotes held = outbox.held();
        held.give(hook, due -> due.key().job() == 1, 1000);
        held.confirm(hook, transcript.toString());
        assertThat(nudge(1)).isInstanceOf(NudgeState.InTurn.class);
        assertThat(nudge(1).word()).isEqualTo("handed_over");

        outbox.acknowledgements.prove(AGENT::isSamePane, hook.pid(), () -> true);
        assertThat(nudge(1)).isInstanceOf(NudgeState.InTurn.class);

        prove();
        assertThat(nudge(1)).isEqualTo(new NudgeState.Pending());
    }

    /// The hook of the turn has failed. What an agent takes while it looks idle has its own minute.
    @Test
    void idleAgentHasNothingInItsQueueAfterAWhile() throws IOException {
        isIdleAfter(0);
        take();
        for (int seconds : List.of(70, 100)) {
            isIdleAfter(seconds);
            assertThat(outbox.leftovers.agents()).containsExactly(AGENT);
        }
        assertThat(jobs.all()).as("it may come back").noneMatch(Job::isSettled);

        isIdleAfter(160);

        assertThat(outbox.leftovers.agents()).isEmpty();
        assertThat(jobs.all()).allMatch(Job::isSettled);
        assertDelivered(1, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messageWhoseReceiptCameBeforeItWasSeenToBeTakenOrNotIsDelivered(boolean isSeen)
            throws IOException {
        List<Note> told = pending();
        type(told, "both");
        submit("both");
        if (isSeen) {
            receive();
            outbox.courier.markTaken(told);
        } else {
            outbox.courier.markPending(told);
        }

        assertDelivered(1, true);
        assertMarks();
        assertThat(type(told, "both")).isFalse();
    }

    /// The last daemon has died in the middle of a message.
    @Test
    void marksStayUntilAllJobsAreThereAgain() throws IOException {
        type(pending().subList(0, 1), "the first");

        OutboxParts next = new OutboxParts(disk, jobs, () -> leavesReceipts);
        next.ledger.take(jobs.require(2).job());
        assertMarks("42-3", "42-3.typing");

        next.fill();
        assertMarks("42-3", "42-3.typing");
    }

    /// Leaves what the hook of a prompt does.
    private void submit(String prompt) throws IOException {
        String json = JsonMapper.shared().writeValueAsString(Map.of("prompt", prompt));
        Files.writeString(disk.state().receipts().resolve("prompt-42-3-1234"), json + "\n");
    }

    @Test
    void messageThatIsInAPromptHasBeenTold() throws IOException {
        type(pending().subList(0, 1), "Background command completed: \"a  b\"");
        jobs.require(1).apply(j -> j.withNudge(typing(j).leftAt(Instant.now())));

        submit("Wait.\n\nBackground command completed: \"a  b\"\nAnd?");

        assertThat(pending()).extracting(Note::job).containsExactly(2L);
        assertDelivered(1, true);
        assertThat(disk.state().receipts()).isEmptyDirectory();
    }

    private static NudgeState.Typing typing(Job job) {
        return (NudgeState.Typing) job.nudge();
    }

    @Test
    void anotherPromptProvesNothing() throws IOException {
        type(pending().subList(0, 1), "the first");
        submit("the second");
        receive();
        Files.writeString(disk.state().receipts().resolve("prompt-42-3-1235"), "{\"prompt\":\n");

        assertThat(pending()).extracting(Note::job).containsExactly(1L, 2L);
        assertThat(nudge(1).typedText()).contains("the first");
        assertThat(disk.state().receipts()).isEmptyDirectory();
    }

    /// Answers a call with the first end.
    private String answer() {
        try (AnswerLease lease = outbox.lease()) {
            lease.add(jobs.require(1));
            return lease.settle(List.of(jobs.require(1).job())).getFirst().text();
        }
    }

    private void leave(String receipt) throws IOException {
        Files.writeString(disk.state().receipts().resolve(receipt), "\n");
    }

    private void leave(String receipt, String conversation) throws IOException {
        Path transcript = Files.writeString(folder.resolve("session \u00e9.jsonl"), conversation);
        String hook = "\"transcript_path\":\"" + transcript + "\"\n";
        Files.writeString(disk.state().receipts().resolve(receipt), hook);
    }

    private static String message(String text) {
        return "{\"id\":\"1\",\"type\":\"user\",\"content\":\"" + text + "\"}\n";
    }

    /// A person can cancel the turn in that moment, or while the model answers.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void receivedAnswerCountsOnceTheConversationHoldsItWhenTheTurnIsOver(boolean isHeld)
            throws IOException {
        String receipt = answer();
        leave(receipt, message(isHeld ? receipt : "And now?"));
        receive();
        outbox.acknowledgements.prove(_ -> false, NEXT_HOOK, () -> true);
        assertThat(nudge(1)).isInstanceOf(NudgeState.Received.class);
        assertMarks("42-3", "42-3.told");
        assertThat(pending()).extracting(Note::job).containsExactly(2L);

        prove();

        if (isHeld) {
            assertDelivered(1, false);
        } else {
            assertThat(nudge(1)).isEqualTo(new NudgeState.Pending());
        }
        assertThat(pending()).hasSize(isHeld ? 1 : 2);
    }

    @Test
    void receiptThatNobodyCanReadKeepsNoOtherFromBeingTaken() throws IOException {
        String receipt = answer();
        Files.createDirectories(disk.state().receipts().resolve("nudge-receipt-0").resolve("full"));
        Files.write(
                disk.state().receipts().resolve("prompt-1"), new byte[] {'"', (byte) 0xc3, '\n'});
        Path unfinished = Files.writeString(disk.state().receipts().resolve("prompt-2"), "{");
        Files.setLastModifiedTime(
                unfinished, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        leave(receipt);

        receive();

        assertDelivered(1, false);
        assertThat(disk.state().receipts()).isDirectoryNotContaining("glob:**/prompt-*");
    }

    private void assertDelivered(long job, boolean isTyped) {
        NudgeState.Delivered delivered = (NudgeState.Delivered) nudge(job);
        assertThat(delivered.isTyped()).isEqualTo(isTyped);
        assertThat(delivered.report().map(Report::agent)).contains(AGENT);
    }

    @Test
    void whatAnAnswerTellsWaitsForItsReceiptAndForNoOther() throws IOException {
        String receipt = answer();

        assertThat(nudge(1)).isInstanceOf(NudgeState.Answered.class);
        assertThat(outbox.pending(AGENT, p -> p))
                .extracting(p -> p.note().job(), p -> p.nudge().word())
                .containsExactly(tuple(1L, "answered"), tuple(2L, "pending"));
        assertThat(disk.state().pending()).isDirectoryContaining("glob:**/42-3");

        // Nobody could make these; and the hook that leaves the right one has not done yet.
        leave(receipt.substring(0, receipt.length() - 1) + (receipt.endsWith("0") ? "1" : "0"));
        leave("nudge-receipt-1-0123456789abcdef");
        leave("rubbish");
        Path file = Files.createFile(disk.state().receipts().resolve(receipt));
        receive();
        assertThat(nudge(1)).isInstanceOf(NudgeState.Answered.class);
        assertThat(disk.state().receipts().toFile().list()).containsExactly(receipt);

        Files.writeString(file, "\n");
        receive();

        assertDelivered(1, false);
        assertThat(pending()).extracting(Note::job).containsExactly(2L);
        assertThat(disk.state().receipts()).isEmptyDirectory();
    }

    /// The agent is receiving it in that moment, and its receipt may be on its way.
    @Test
    void endThatWasAnsweredSinceTheAgentWasLookedAtIsNotTyped() throws IOException {
        List<Note> seen = pending();
        Optional<Instant> before = Optional.of(Instant.now());
        answer();

        assertThat(type(seen, "both")).isFalse();
        assertThat(outbox.courier.markTyping(seen, "both", before)).isFalse();

        Optional<Instant> after = Optional.of(Instant.now().plusMillis(1));
        assertThat(outbox.courier.markTyping(seen, "both", after)).isTrue();
        outbox.courier.markPending(seen);

        // The agent that is idle has left its receipt before.
        leave(answer());
        Optional<Instant> later = Optional.of(Instant.now().plusMillis(1));
        assertThat(outbox.courier.markTyping(seen, "both", later)).isFalse();
        assertDelivered(1, false);
    }

    @Test
    void receiptOfAJobThatCannotBeReadNowIsKept() throws IOException {
        leave(answer());
        Path record = disk.state().job(1).path().resolve("job.json");
        Path elsewhere = Files.move(record, folder.resolve("record"));
        Files.createDirectory(record);
        jobs = disk.adopted();
        fillOutbox();
        assertThat(jobs.find(1)).isEmpty();

        Files.delete(record);
        Files.move(elsewhere, record);
        jobs.sweep();
        receive();

        assertDelivered(1, false);
    }

    private boolean isAnswered() {
        JobEntry first = jobs.require(1);
        return outbox.claims.answered(first, Optional.of(first.job()));
    }

    @Test
    void endThatIsBeingTypedIsNotAnsweredUnlessItWasTypedInVain() throws IOException {
        List<Note> both = pending();
        type(both, "both");
        outbox.claims.expectAnswer(jobs.require(1));
        assertThat(isAnswered()).isFalse();
        assertThat(nudge(1).typedText()).contains("both");

        outbox.claims.expectAnswer(jobs.require(1));
        outbox.courier.markPending(both);

        assertThat(pending()).extracting(Note::job).containsExactly(2L);
        assertThat(isAnswered()).isTrue();
    }

    @Test
    void whatAnAgentThatHasGoneLeftStaysMarkedWhileItIsTypedAnew() throws IOException {
        type(pending(), "both");
        jobs.require(1)
                .apply(j -> j.withNudge(new NudgeState.Typing("both", "1").leftAt(Instant.now())));
        assertThat(typing())
                .extracting(t -> t.left().isPresent(), NudgeState.Typing::isAgain)
                .containsExactly(tuple(true, false), tuple(false, false));

        type(pending(), "anew");

        assertThat(typing())
                .extracting(
                        NudgeState.Typing::text,
                        t -> t.left().isPresent(),
                        NudgeState.Typing::isAgain)
                .containsExactly(tuple("anew", true, true), tuple("anew", false, false));
    }

    private List<NudgeState.Typing> typing() {
        return outbox.pending(AGENT, p -> (NudgeState.Typing) p.nudge());
    }

    @Test
    void allNotesOfAMessageKeepItsIdAndTheSameTextBegunAnewGetsAnother() throws IOException {
        List<Note> both = pending();
        type(both, "both");
        List<String> ids = ids();
        assertThat(ids).hasSize(2);
        assertThat(Set.copyOf(ids)).hasSize(1);

        nextDaemon();
        assertThat(ids()).isEqualTo(ids);

        outbox.courier.markPending(both);
        type(both, "both");
        assertThat(ids()).doesNotContainAnyElementsOf(ids);
    }

    private List<String> ids() {
        return typing().stream().map(NudgeState.Typing::id).toList();
    }

    /// Nobody may come back to its pane.
    @Test
    void answerThatAnAgentHadReceivedIsProvedWhenItHasEnded() throws IOException {
        String receipt = outbox.receipts.of(new NoteKey(1, 0)).text();
        Path transcript = Files.writeString(folder.resolve("transcript"), message(receipt));
        NudgeState received = new NudgeState.Received(Instant.now(), transcript.toString());
        for (JobEntry job : jobs.entries()) {
            job.apply(j -> j.withNudge(received));
        }
        try (JobOutbox whole = OutboxParts.whole(disk, jobs, SomeAlive.NOBODY)) {
            whole.fill();
            assertThat(jobs.all()).extracting(Job::isSettled).containsOnly(false);

            whole.sweep(List.of());
        }

        assertDelivered(1, false);
        assertThat(nudge(2)).isEqualTo(new NudgeState.Pending());
    }

    /// The daemon dies, and the next one starts.
    private HeldNotes nextDaemon() throws IOException {
        jobs.adopt();
        fillOutbox();
        HeldNotes held = outbox.held();
        held.resume();
        return held;
    }

    private static ProcessId hook(ProcessHandle process) {
        return new ProcessTable().identify(process.pid()).orElseThrow();
    }

    /// What it has said cannot be taken back.
    @Test
    void whatAHookGotFromADaemonThatDiedIsNotTyped() throws IOException {
        ProcessId hook = hook(ProcessHandle.current().parent().orElseThrow());
        outbox.held().give(hook, due -> due.key().job() == 1, 1000);
        // Records that nobody can read are removed.
        Files.writeString(disk.state().handing().resolve("rubbish"), "1\n");
        Files.writeString(disk.state().handing().resolve("12-34"), "rubbish\n");

        HeldNotes held = nextDaemon();

        assertThat(pending()).extracting(Note::job).containsExactly(2L);
        // It may not have received the answer: then it asks again.
        assertThat(held.give(hook, _ -> true, 1000)).extracting(Note::job).contains(1L, 2L);
        assertThat(pending()).isEmpty();
        held.confirm(hook, "");
        assertDelivered(1, false);
        assertDelivered(2, false);
        assertThat(pending()).isEmpty();
        assertThat(disk.state().handing()).isEmptyDirectory();
    }

    @Test
    void whatAHookThatHasEndedDidNotConfirmIsToldOtherwise() throws Exception {
        Process process = new ProcessBuilder("sleep", "300").start();
        outbox.held().give(hook(process.toHandle()), _ -> true, 1000);
        nextDaemon();
        assertThat(pending()).isEmpty();

        process.destroyForcibly();

        await().atMost(Patience.LONG).until(() -> pending().size() == 2);
        assertThat(disk.state().handing()).isEmptyDirectory();
    }

    @Test
    void whatAHookOrAnAnswerIsToTellIsNotTyped() throws IOException {
        List<Note> both = pending();
        List<Note> held = outbox.claims.hold(due -> due.key().job() == 1, 1000);
        assertThat(type(both, "both")).isFalse();
        assertThat(jobs.all()).extracting(Job::nudge).containsOnly(new NudgeState.Pending());
        outbox.claims.release(NoteKey.all(held));

        outbox.claims.expectAnswer(jobs.require(1));

        assertThat(type(both, "both")).isFalse();
    }

    /// An output that takes long to read holds up nobody else.
    @Test
    void othersAreToldWhileTheOutputOfAJobIsRead() throws Exception {
        Path pipe = disk.store().directory(1).output();
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        outbox = new OutboxParts(disk, jobs, () -> leavesReceipts);
        outbox.ledger.take(jobs.require(2).job());
        Thread reader = Thread.ofPlatform().start(() -> outbox.ledger.take(jobs.require(1).job()));
        await().atMost(Patience.LONG).until(() -> isOpening(reader));
        try {
            CompletableFuture<List<Note>> held =
                    CompletableFuture.supplyAsync(() -> outbox.claims.hold(_ -> true, 1000));
            await().atMost(Patience.LONG).until(held::isDone);
            assertThat(held.join()).extracting(Note::job).containsExactly(2L);
            outbox.claims.release(NoteKey.all(held.join()));
            assertThat(type(pending(), "typed")).isTrue();
            assertThat(isOpening(reader)).isTrue();
        } finally {
            Files.newOutputStream(pipe).close();
        }
        reader.join();
        assertThat(pending()).extracting(Note::job).containsExactly(1L, 2L);
    }

    /// Whether the thread waits for somebody to write to the pipe.
    private static boolean isOpening(Thread reader) {
        return Stream.of(reader.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().startsWith("open0"));
    }
}
