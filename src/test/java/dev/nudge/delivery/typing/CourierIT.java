package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Question;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.NudgeLine;
import dev.nudge.testkit.Person;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The courier against a real tmux and an agent that can be steered.
class CourierIT extends CourierFixture {
    @Test
    void noteIsTypedIntoAnEmptyPromptAndSubmittedOnce() {
        Note note = note(17, "make; echo 'a;b;' $HOME `id` \\ #{pane_id} %H ~ é 漢 😀 ! ? /x @y;");
        outbox.add(binding, note);

        courier.wake(binding);

        awaitIdle();
        assertThat(agent.record()).containsExactly("submitted " + text(note));
        assertThat(outbox.changes()).containsExactly("typing", "delivered");
    }

    @Test
    void questionIsTypedInAMessageOfItsOwn() {
        Question question =
                new Question(1, Question.Kind.PROMPT, "bash", "Go on? [y/N]; !$ ", false);
        Note asked = new QuestionNote(16, "", "make menu", question, Instant.EPOCH);
        Note end = note(17, "make");
        outbox.add(binding, asked);
        outbox.add(binding, end);

        courier.wake(binding);

        awaitIdle();
        assertThat(agent.record())
                .containsExactly("submitted " + text(asked), "submitted " + text(end));
    }

    private List<Note> twoMessages() {
        Question question = new Question(1, Question.Kind.PROMPT, "bash", "Go on? ", false);
        Note asked = new QuestionNote(16, "", "make menu", question, Instant.EPOCH);
        List<Note> notes = List.of(asked, note(17, "make"));
        notes.forEach(note -> outbox.add(binding, note));
        return notes;
    }

    /// What is submitted before would begin a second turn beside the first.
    @Test
    void idleAgentThatHasTakenAMessageGetsNoOtherUntilItHasBegunATurn() {
        outbox.leaveReceipts();
        List<Note> notes = twoMessages();

        courier.wake(binding);

        agent.awaitRecord(1);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        outbox.beginTurn();
        courier.wakeWaiting();
        awaitIdle();
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + text(notes.getFirst()),
                        "submitted " + text(notes.getLast()));
    }

    /// It has begun the turn, and is too slow to show that.
    @Test
    void agentThatStillLooksIdleInItsTurnGetsNoOther() {
        restart(pace(Pace.NORMAL.beforeEnter(), Pace.NORMAL.receipt(), Duration.ofSeconds(10)));
        outbox.leaveReceipts();
        List<Note> notes = twoMessages();
        courier.wake(binding);
        agent.awaitRecord(1);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);

        outbox.beginTurn();
        courier.wakeWaiting();

        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        agent.steer("working");
        awaitIdle();
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + text(notes.getFirst()), "queued " + text(notes.getLast()));
    }

    @Test
    void workingAgentQueuesTheNextMessageBeforeItHasBegunATurnWithTheFirst() {
        outbox.leaveReceipts();
        List<Note> notes = twoMessages();

        courier.wake(binding);

        agent.awaitRecord(1);
        agent.steer("working");
        awaitIdle();
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + text(notes.getFirst()), "queued " + text(notes.getLast()));
    }

    /// It reads all keys at once, when it is idle again.
    @Test
    void agentThatHangsWithTheTextInItsPromptGetsNoSecondTab() {
        agent.steer("working");
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
        agent.steer("deaf-after-paste");
        Note note = note(17, "make");
        outbox.add(binding, note);

        courier.wake(binding);

        agent.awaitScreen(screen -> screen.contains("notice]"));
        assertNothingHappens("notice]");
        agent.steer("idle");
        agent.steer("hearing");
        awaitIdle();
        assertThat(agent.record()).containsExactly("submitted " + text(note));
    }

    @Test
    void idleAgentWithoutReceiptsGetsNoOtherMessageUntilItIsSeenWorking() {
        restart(pace(Pace.NORMAL.beforeEnter(), Pace.NORMAL.receipt(), Duration.ofMinutes(1)));
        List<Note> notes = twoMessages();

        courier.wake(binding);

        agent.awaitRecord(1);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        agent.steer("working");
        awaitTaken();
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + text(notes.getFirst()), "queued " + text(notes.getLast()));
    }

    @Test
    void textThatACrashLeftInThePromptIsNotSubmittedBesideATurnThatIsAboutToBegin() {
        outbox.takeUnreceipted();
        Note note = begun(standing());

        courier.wake(binding);

        assertNothingHappens("make");
        outbox.beginTurn();
        courier.wakeWaiting();
        awaitIdle();
        assertThat(agent.record()).containsExactly("submitted " + text(note));
    }

    @Test
    void severalNotesAreToldInOneMessage() {
        List<Note> notes = List.of(note(1, "one"), note(2, "two"), note(3, "three"));
        notes.forEach(note -> outbox.add(binding, note));

        courier.wake(binding);
        courier.wake(binding);

        awaitIdle();
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + NudgeMessage.of(notes, NudgeMessage.MOST_IN_A_ROW).text());
    }

    @Test
    void thirtyEndsInATenthOfASecondAreToldInAFewMessagesWithoutLossOrRepetition() {
        for (int job = 101; job <= 130; job++) {
            outbox.add(binding, note(job, "part"));
            courier.wake(binding);
            LockSupport.parkNanos(3_000_000);
        }

        awaitIdle();
        assertThat(agent.record()).hasSizeLessThanOrEqualTo(NudgeMessage.MOST_IN_A_ROW + 2);
        assertThat(agent.record().stream().flatMap(line -> NudgeLine.jobsIn(line).stream()))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(101, 130).boxed().toList());
    }

    @Test
    void questionsDoNotCountAmongTheMessagesAboutEnds() {
        for (int job = 1; job < NudgeMessage.MOST_IN_A_ROW; job++) {
            Question question = new Question(1, Question.Kind.PROMPT, "bash", "Go on? ", false);
            outbox.add(binding, new QuestionNote(job, "", "make menu", question, Instant.EPOCH));
        }
        List<Note> ends =
                LongStream.rangeClosed(11, 18)
                        .<Note>mapToObj(job ->
                                EndNotes.of(
                                        job,
                                        "part",
                                        new ExitStatus.Exited(0),
                                        "passed ".repeat(12)))
                        .toList();
        ends.forEach(end -> outbox.add(binding, end));

        courier.wake(binding);

        awaitIdle();
        assertThat(agent.record())
                .element(NudgeMessage.MOST_IN_A_ROW - 1)
                .isEqualTo("submitted " + NudgeMessage.of(ends, NudgeMessage.MOST_IN_A_ROW).text());
    }

    @Test
    void twoAgentsGetTheirOwn() {
        try (StandInPane other = new StandInPane(server, "other")) {
            Note here = note(17, "make");
            Note there = note(18, "make");
            outbox.add(binding, here);
            outbox.add(other.binding(), there);

            courier.wake(binding);
            courier.wake(other.binding());

            awaitIdle();
            assertThat(agent.record()).containsExactly("submitted " + text(here));
            assertThat(other.record()).containsExactly("submitted " + text(there));
        }
    }

    @Test
    void workingAgentQueuesTheNote() {
        agent.steer("working");
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
        Note note = note(17, "make");
        outbox.add(binding, note);

        courier.wake(binding);

        awaitTaken();
        assertThat(agent.record()).containsExactly("queued " + text(note));
        agent.steer("idle");
        awaitIdle();
    }

    /// The agent may be receiving the answer.
    @Test
    void whatAnAnswerTellsIsTypedOnlyOnceTheAgentIsIdle() {
        agent.steer("working");
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
        Note answered = note(17, "make");
        Note other = note(18, "make test");
        outbox.addAnswered(binding, answered);
        outbox.add(binding, other);

        courier.wake(binding);

        await().atMost(LIMIT).until(() -> agent.record().equals(List.of("queued " + text(other))));
        assertNothingHappens("");
        agent.steer("idle");
        awaitIdle();
        assertThat(agent.record()).last().isEqualTo("submitted " + text(answered));
    }

    @Test
    void draftIsKeptAndTheNoteFollowsIt() {
        server.sendLiteral(agent.id(), "my half finished question");
        agent.awaitScreen(screen -> screen.contains("question"));
        Note note = note(17, "make");
        outbox.add(binding, note);

        courier.wake(binding);

        assertNothingHappens("my half finished question");
        server.sendKeys(agent.id(), "Enter");
        awaitIdle();
        assertThat(agent.record())
                .containsExactly("submitted my half finished question", "submitted " + text(note));
    }

    @Test
    void personWhoTypesBetweenTheTextAndEnterIsNotSubmitted() {
        restart(pace(Duration.ofSeconds(2), Pace.NORMAL.receipt()));
        try (Person person = Person.attach(server, "agent")) {
            Note note = note(17, "make");
            outbox.add(binding, note);

            courier.wake(binding);
            agent.awaitScreen(screen -> screen.contains("notice]"));
            person.type("x");
            agent.awaitScreen(screen -> screen.contains("notice]x"));

            assertNothingHappens("notice]x");
            assertThat(outbox.isEmpty()).isFalse();
            eraseAll(person, text(note).length() + 1);
            awaitIdle();
            assertThat(agent.record()).containsExactly("submitted " + text(note));
            assertThat(outbox.changes())
                    .containsExactly("typing", "pending", "typing", "delivered");
        }
    }

    @Test
    void textThatAPersonSubmitsWithTheirOwnIsNotTypedAgain() {
        restart(pace(Duration.ofSeconds(2), Pace.NORMAL.receipt()));
        try (Person person = Person.attach(server, "agent")) {
            Note note = note(17, "make");
            outbox.add(binding, note);

            courier.wake(binding);
            agent.awaitScreen(screen -> screen.contains("notice]"));
            person.type(" - what now?");
            agent.awaitScreen(screen -> screen.contains("what now?"));
            // An Enter at once after a key would be a line break (rule R10).
            await().pollDelay(Duration.ofMillis(150)).until(() -> true);
            person.press("Enter");

            awaitIdle();
            assertThat(agent.record()).containsExactly("submitted " + text(note) + " - what now?");
        }
    }

    @Test
    void personWhoHasJustTypedIsLeftInPeace() {
        try (Person person = Person.attach(server, "agent")) {
            person.type("x");
            agent.awaitScreen(screen -> screen.contains(" > x"));
            long typedAt = System.nanoTime();
            person.press("BSpace");
            agent.awaitScreen(screen -> screen.contains(StandInPrompt.PLACEHOLDER));
            outbox.add(binding, note(17, "make"));

            courier.wake(binding);

            agent.awaitRecord(1);
            assertThat(Duration.ofNanos(System.nanoTime() - typedAt))
                    .isGreaterThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void openDialogGetsNothing() {
        agent.steer("dialog", screen -> screen.contains("Allow execution"));
        Note note = note(17, "make 1 2 3");
        outbox.add(binding, note);

        courier.wake(binding);

        assertNothingHappens("Allow execution");
        agent.steer("close");
        awaitIdle();
        assertThat(agent.record()).containsExactly("submitted " + text(note));
    }

    @Test
    void dialogThatOpensWithTheTextInThePromptGetsNothing() {
        agent.steer("dialog-on-paste");
        Note note = note(17, "make 1 2 3");
        outbox.add(binding, note);

        courier.wake(binding);

        agent.awaitScreen(screen -> screen.contains("Allow execution"));
        assertNothingHappens("Allow execution");
        agent.steer("close");
        awaitIdle();
        assertThat(agent.record()).containsExactly("submitted " + text(note));
    }

    @Test
    void copyModeIsNotLeft() {
        server.tmux("copy-mode", "-t", agent.id());
        Note note = note(17, "make");
        outbox.add(binding, note);

        courier.wake(binding);

        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(server.displayMessage(agent.id(), "#{pane_in_mode}")).isEqualTo("1");
        server.tmux("send-keys", "-t", agent.id(), "-X", "cancel");
        awaitIdle();
        assertThat(agent.record()).containsExactly("submitted " + text(note));
    }

    @Test
    void shellPromptAfterTheAgentGetsNothing() {
        outbox.add(binding, note(17, "make"));
        agent.steer("quit", screen -> screen.stripTrailing().matches("(?s).*[#$]"));

        courier.wake(binding);

        awaitNobodyWaits();
        assertThat(agent.screen()).doesNotContain("Background command");
        assertThat(outbox.isEmpty()).isFalse();
        assertThat(outbox.changes()).isEmpty();
    }

    @Test
    void stoppedAgentGetsNothingThoughItsPromptStands() {
        long pid = binding.agent().pid();
        outbox.add(binding, note(17, "make"));
        signal("-STOP", pid);
        agent.awaitScreen(screen -> screen.contains("$") || screen.contains("#"));

        courier.wake(binding);

        assertNothingHappens("");
        assertThat(agent.screen()).doesNotContain("Background command");
        assertThat(outbox.changes()).isEmpty();
    }

    @Test
    void closedPaneAndEndedServerKeepTheNotePending() {
        agent.steer("dialog", screen -> screen.contains("Allow execution"));
        outbox.add(binding, note(17, "make"));
        courier.wake(binding);
        assertNothingHappens("Allow execution");

        server.tmux("kill-server");

        awaitNobodyWaits();
        assertThat(outbox.isEmpty()).isFalse();
        server.tmux("start-server");
    }

    @Test
    void peopleAreToldThatResultsWait() {
        agent.steer("dialog", screen -> screen.contains("Allow execution"));
        try (Person person = Person.attach(server, "agent")) {
            outbox.add(binding, note(17, "make"));
            outbox.add(binding, note(18, "make"));

            courier.wake(binding);

            await().atMost(LIMIT)
                    .until(person::screen, screen -> screen.contains("2 results wait"));
            assertThat(agent.record()).isEmpty();
        }
    }

    @Test
    void peopleAreToldThatNothingIsTypedForAnUnknownProgram() {
        restart(
                new Courier(
                        outbox,
                        new ProcessTable(),
                        _ -> TypingProfile.UNKNOWN,
                        pace(Pace.NORMAL.beforeEnter(), Pace.NORMAL.receipt())));
        try (Person person = Person.attach(server, "agent")) {
            outbox.add(binding, note(17, "make"));

            courier.wake(binding);

            await().atMost(LIMIT)
                    .until(
                            () -> person.screen().replace("\n", ""),
                            screen ->
                                    screen.contains(
                                            "1 result waits for the program in pane %s, which nudge does not know; to look: nudge show 17"
                                                    .formatted(agent.id())));
        }
    }

    @Test
    void errorInOneAttemptDelaysTheNoteOnly() {
        AtomicInteger failures = new AtomicInteger(2);
        restart(
                new Courier(
                        new FailingOutbox(outbox, failures),
                        new ProcessTable(),
                        _ -> StandInScreen.PROFILE,
                        Pace.NORMAL));
        Note note = note(17, "make");
        outbox.add(binding, note);

        courier.wake(binding);

        awaitIdle();
        assertThat(failures).hasValue(0);
        assertThat(agent.record()).containsExactly("submitted " + text(note));
    }

    /// An outbox that cannot even be asked for some times.
    private record FailingOutbox(NotesToType outbox, AtomicInteger failures)
            implements NotesToType {
        @Override
        public List<PendingNote> pending(AgentBinding agent) {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("for a test");
            }
            return outbox.pending(agent);
        }

        @Override
        public boolean markTyping(List<Note> notes, String text, Optional<Instant> idleAt)
                throws IOException {
            return outbox.markTyping(notes, text, idleAt);
        }

        @Override
        public boolean markTaken(List<Note> notes) {
            return outbox.markTaken(notes);
        }

        @Override
        public void markBegun(List<Note> notes) {
            outbox.markBegun(notes);
        }

        @Override
        public void markRecorded(List<Note> notes, Path record) {
            outbox.markRecorded(notes, record);
        }

        @Override
        public boolean isTurnDue(AgentBinding agent) {
            return outbox.isTurnDue(agent);
        }

        @Override
        public void markPending(List<Note> notes) throws IOException {
            outbox.markPending(notes);
        }
    }

    @Test
    void courierSaysWhetherAndWhyNotAResultCouldBeTypedNow() {
        // The start of a session counts as a key.
        await().atMost(LIMIT).until(() -> courier.readiness(binding).obstacle().isEmpty());

        agent.steer("dialog", screen -> screen.contains("Allow execution"));
        assertThat(courier.readiness(binding).obstacle())
                .contains("a dialog waits for an answer (confirmation)");
        agent.steer("close", screen -> screen.contains(StandInPrompt.PLACEHOLDER));

        try (Person person = Person.attach(server, "agent")) {
            person.type("x");
            person.press("BSpace");
            await().atMost(LIMIT)
                    .until(
                            () -> {
                                // A key counts for a second or two, which may be over before the
                                // look.
                                person.press("BSpace");
                                return courier.readiness(binding).obstacle();
                            },
                            o -> o.equals(Optional.of("a key was pressed in it just now")));
        }
        server.tmux("kill-session", "-t", "=agent");
        await().atMost(LIMIT)
                .until(
                        () -> courier.readiness(binding).obstacle(),
                        o -> o.equals(Optional.of("the agent has ended")));
    }

    @Test
    void queueIsKnownToBeEmptyOnlyIfNobodyCanHaveTakenItBack() throws Exception {
        assertThat(courier.hasEmptyQueue(binding)).isTrue();

        server.sendLiteral(agent.id(), "draft");
        agent.awaitScreen(screen -> screen.contains("draft"));
        assertThat(courier.hasEmptyQueue(binding)).isFalse();

        server.sendKeys(agent.id(), "Enter");
        agent.awaitRecord(1);
        agent.steer("working");
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
        assertThat(courier.hasEmptyQueue(binding)).isFalse();
    }

    @Test
    void nothingRunsWhenNothingIsPending() {
        courier.wake(binding);

        awaitNobodyWaits();
        assertThat(outbox.changes()).isEmpty();
    }
}
