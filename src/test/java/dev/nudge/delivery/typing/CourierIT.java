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
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The courier against a real tmux and an agent that can be steered.
class CourierIT extends CourierFixture {
    @Test
    void nothingRunsUntilANoteIsPendingWhichIsTypedIntoAnEmptyPromptAndSubmittedOnce() {
        courier.wake(binding);
        awaitNobodyWaits();
        assertThat(outbox.changes()).isEmpty();

        assertSubmitted(
                report(
                        note(
                                17,
                                "make; echo 'a;b;' $HOME `id` \\ #{pane_id} %H ~ é 漢 😀 ! ? /x @y;")));
        assertThat(outbox.changes()).containsExactly("typing", "delivered");
    }

    private static Note question(long job) {
        Question question =
                new Question(1, Question.Kind.PROMPT, "bash", "Go on? [y/N]; !$ ", false);
        return new QuestionNote(job, "", "make menu", question, Instant.EPOCH);
    }

    /// Reports a question and an end, which have messages of their own.
    private List<Note> reportTwo() {
        List<Note> notes = List.of(question(16), note(17, "make"));
        notes.forEach(note -> outbox.add(binding, note));
        courier.wake(binding);
        agent.awaitRecord(1);
        return notes;
    }

    private void assertSecondIsQueued(List<Note> notes) {
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + text(notes.getFirst()), "queued " + text(notes.getLast()));
    }

    /// What is submitted before would begin a second turn beside the first. Once it has begun the
    /// turn, a slow agent may still look idle.
    @Test
    void idleAgentThatHasTakenAMessageGetsNoOtherUntilItHasBegunATurnAndMustShowIt() {
        restart(pace(Map.of("begin", A_WHILE.multipliedBy(3))));
        outbox.leaveReceipts();
        List<Note> notes = reportTwo();
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        outbox.beginTurn();
        courier.wakeWaiting();
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertSubmitted(notes.toArray(Note[]::new));
    }

    @Test
    void workingAgentQueuesTheNextMessageBeforeItHasBegunATurnWithTheFirst() {
        outbox.leaveReceipts();
        List<Note> notes = reportTwo();
        agent.steer("working");
        awaitIdle();
        assertSecondIsQueued(notes);
    }

    /// It reads all keys at once, when it is idle again.
    @Test
    void agentThatHangsWithTheTextInItsPromptGetsNoSecondTab() {
        steerToWork();
        agent.steer("deaf-after-paste");
        Note note = report(note(17, "make"));
        agent.awaitScreen(screen -> screen.contains("notice]"));
        assertNothingHappens("notice]");
        agent.steer("idle");
        agent.steer("hearing");
        assertSubmitted(note);
    }

    @Test
    void textThatACrashLeftInThePromptIsNotSubmittedBesideATurnThatIsAboutToBegin() {
        outbox.takeUnreceipted();
        Note note = begun(standing());
        courier.wake(binding);
        assertNothingHappens("make");
        outbox.beginTurn();
        courier.wakeWaiting();
        assertSubmitted(note);
    }

    @Test
    void thirtyEndsInATenthOfASecondAreToldInAFewMessagesWithoutLossOrRepetition() {
        for (int job = 101; job <= 130; job++) {
            report(note(job, "part"));
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
            outbox.add(binding, question(job));
        }
        ExitStatus success = new ExitStatus.Exited(0);
        String output = "passed ".repeat(12);
        List<Note> ends =
                LongStream.rangeClosed(11, 18)
                        .<Note>mapToObj(job -> EndNotes.of(job, "part", success, output))
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
            Note there = note(18, "make");
            outbox.add(other.binding(), there);
            Note here = report(note(17, "make"));
            courier.wake(other.binding());
            assertSubmitted(here);
            assertThat(other.record()).containsExactly("submitted " + text(there));
        }
    }

    /// The agent may be receiving the answer.
    @Test
    void whatAnAnswerTellsIsTypedOnlyOnceTheAgentIsIdle() {
        steerToWork();
        Note answered = note(17, "make");
        outbox.addAnswered(binding, answered);
        Note other = report(note(18, "make test"));
        await().atMost(LIMIT).until(() -> agent.record().equals(List.of("queued " + text(other))));
        assertNothingHappens("");
        agent.steer("idle");
        awaitIdle();
        assertThat(agent.record()).last().isEqualTo("submitted " + text(answered));
    }

    /// Reports a note whose text stands in the prompt for two seconds before Enter.
    private Note reportSlowly() {
        restart(pace(Map.of("beforeEnter", Duration.ofSeconds(2))));
        Note note = report(note(17, "make"));
        agent.awaitScreen(screen -> screen.contains("notice]"));
        return note;
    }

    @Test
    void personWhoTypesBetweenTheTextAndEnterIsNotSubmitted() {
        try (Person person = Person.attach(server, "agent")) {
            Note note = reportSlowly();
            person.type("x");
            agent.awaitScreen(screen -> screen.contains("notice]x"));
            assertNothingHappens("notice]x");
            assertThat(outbox.isEmpty()).isFalse();

            person.press(
                    Collections.nCopies(text(note).length() + 1, "BSpace").toArray(String[]::new));
            assertSubmitted(note);
            assertThat(outbox.changes())
                    .containsExactly("typing", "pending", "typing", "delivered");
        }
    }

    @Test
    void textThatAPersonSubmitsWithTheirOwnIsNotTypedAgain() {
        try (Person person = Person.attach(server, "agent")) {
            Note note = reportSlowly();
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
            report(note(17, "make"));
            agent.awaitRecord(1);
            assertThat(Duration.ofNanos(System.nanoTime() - typedAt))
                    .isGreaterThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void dialogThatOpensWithTheTextInThePromptGetsNothing() {
        agent.steer("dialog-after-paste");
        Note note = report(note(17, "make 1 2 3"));
        agent.awaitScreen(screen -> screen.contains("Allow execution"));
        assertNothingHappens("Allow execution");
        agent.steer("close");
        assertSubmitted(note);
    }

    @Test
    void shellPromptAfterTheAgentGetsNothing() {
        outbox.add(binding, note(17, "make"));
        agent.steer("quit", screen -> screen.stripTrailing().matches("(?s).*[#$]"));
        courier.wake(binding);
        awaitNobodyWaits();
        assertThat(outbox.isEmpty()).isFalse();
        assertNothingWasTyped();
    }

    @Test
    void stoppedAgentGetsNothingThoughItsPromptStands() {
        NudgeUser.signal("STOP", binding.agent().pid());
        agent.awaitScreen(screen -> screen.contains("$") || screen.contains("#"));
        report(note(17, "make"));
        assertNothingHappens("");
        assertNothingWasTyped();
    }

    private void assertNothingWasTyped() {
        assertThat(agent.screen()).doesNotContain("Background command");
        assertThat(outbox.changes()).isEmpty();
    }

    /// The next daemon, or agent, has to look whether the text was submitted.
    @Test
    void noteStaysRecordedAsBeingTypedIfThePaneIsClosedWithItsTextInThePrompt() {
        reportSlowly();
        server.tmux("kill-server");
        awaitNobodyWaits();
        assertThat(outbox.changes()).containsExactly("typing");
        assertThat(outbox.isEmpty()).isFalse();
        server.tmux("start-server");
    }

    @Test
    void peopleAreToldThatResultsWait() {
        agent.steer("dialog", screen -> screen.contains("Allow execution"));
        try (Person person = Person.attach(server, "agent")) {
            report(note(17, "make"));
            report(note(18, "make"));
            await().atMost(LIMIT)
                    .until(person::screen, screen -> screen.contains("2 results wait"));
            assertThat(agent.record()).isEmpty();
        }
    }

    @Test
    void peopleAreToldThatNothingIsTypedForAnUnknownProgram() {
        restart(new Courier(outbox, new ProcessTable(), _ -> TypingProfile.UNKNOWN, Pace.NORMAL));
        try (Person person = Person.attach(server, "agent")) {
            report(note(17, "make"));
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
        outbox.fail(2);
        assertSubmitted(report(note(17, "make")));
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
    void queueIsKnownToBeEmptyOnlyIfNobodyCanHaveTakenItBack() {
        assertThat(courier.hasEmptyQueue(binding)).isTrue();
        server.sendLiteral(agent.id(), "draft");
        agent.awaitScreen(screen -> screen.contains("draft"));
        assertThat(courier.hasEmptyQueue(binding)).isFalse();
        server.sendKeys(agent.id(), "Enter");
        agent.awaitRecord(1);
        steerToWork();
        assertThat(courier.hasEmptyQueue(binding)).isFalse();
    }
}
