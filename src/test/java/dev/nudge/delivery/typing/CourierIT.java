package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeState;
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

        String command = "make; echo 'a;b;' $HOME `id` \\ #{pane_id} %H ~ é 漢 😀 ! ? /x @y;";
        assertSubmitted(report(note(17, command)));
        assertThat(outbox.changes()).containsExactly("typing", "delivered");
    }

    private static Note question(long job) {
        Question question =
                new Question(1, Question.Kind.PROMPT, "bash", "Go on? [y/N]; !$ ", false);
        return new QuestionNote(job, "", "make menu", question, Instant.EPOCH);
    }

    /// What is submitted before would begin a second turn beside the first. Once it has begun the
    /// turn, a slow agent may still look idle.
    @Test
    void idleAgentThatHasTakenAMessageGetsNoOtherUntilItHasBegunATurnUnlessItCanQueueIt() {
        restart(pace(Map.of("begin", A_WHILE.multipliedBy(3))));
        outbox.leaveReceipts();
        Note first = report(question(16));
        agent.awaitRecord(1);
        Note queued = report(note(17, "make"));
        assertNothingHappens(StandInPrompt.PLACEHOLDER);

        agent.steer("working");
        agent.awaitRecord(2);
        steerToIdle();
        Note last = report(note(18, "make test"));
        assertNothingHappens(StandInPrompt.PLACEHOLDER);

        outbox.beginTurn();
        courier.wakeWaiting();
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        awaitIdle();
        assertThat(agent.record())
                .containsExactly(
                        "submitted " + text(first),
                        "queued " + text(queued),
                        "submitted " + text(last));
    }

    /// It reads all keys at once, when it is idle again.
    @Test
    void agentThatHangsWithTheTextInItsPromptGetsNoSecondTab() {
        steerToWork();
        agent.steer("deaf-after-paste");
        Note note = report(note(17, "make"));
        agent.awaitText("notice]");
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
        outbox.add(binding, answered, new NudgeState.Answered(Instant.now()));
        Note other = report(note(18, "make test"));
        await().until(() -> agent.record().equals(List.of("queued " + text(other))));
        assertNothingHappens("");
        agent.steer("idle");
        awaitIdle();
        assertThat(agent.record()).last().isEqualTo("submitted " + text(answered));
    }

    /// Reports a note whose text stands in the prompt for two seconds before Enter.
    private Note reportSlowly() {
        restart(pace(Map.of("beforeEnter", Duration.ofSeconds(2))));
        Note note = report(note(17, "make"));
        agent.awaitText("notice]");
        return note;
    }

    @Test
    void personWhoTypesBetweenTheTextAndEnterIsNotSubmitted() {
        try (Person person = Person.attach(server, "agent")) {
            Note note = reportSlowly();
            person.type("x");
            agent.awaitText("notice]x");
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
            agent.awaitText("what now?");
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
            agent.awaitText(" > x");
            long typedAt = System.nanoTime();
            person.press("BSpace");
            agent.awaitText(StandInPrompt.PLACEHOLDER);
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
        agent.awaitText("Allow execution");
        assertNothingHappens("Allow execution");
        agent.steer("close");
        assertSubmitted(note);
    }

    @Test
    void neitherAStoppedAgentWhosePromptStandsNorTheShellPromptAfterItGetsAnything() {
        isSpent = true;
        NudgeUser.signal("STOP", binding.agent().pid());
        agent.awaitScreen(screen -> screen.contains("$") || screen.contains("#"));
        report(note(17, "make"));
        assertNothingHappens("");

        NudgeUser.signal("KILL", binding.agent().pid());
        // Its shell draws nothing: a courier that looked before would not look again for minutes.
        await().until(
                        () -> courier.readiness(binding).obstacle(),
                        Optional.of("the agent has ended")::equals);
        courier.wake(binding);
        awaitNobodyWaits();
        assertThat(outbox.isEmpty()).isFalse();
        assertThat(outbox.changes()).isEmpty();
        assertThat(agent.screen()).doesNotContain("Background command");
    }

    /// The next daemon, or agent, has to look whether the text was submitted.
    @Test
    void noteStaysRecordedAsBeingTypedIfThePaneIsClosedWithItsTextInThePrompt() {
        isSpent = true;
        reportSlowly();
        server.tmux("kill-server");
        awaitNobodyWaits();
        assertThat(outbox.changes()).containsExactly("typing");
        assertThat(outbox.isEmpty()).isFalse();
        server.tmux("start-server");
        await().until(
                        () -> courier.readiness(binding).obstacle(),
                        Optional.of("the agent has ended")::equals);
    }

    @Test
    void peopleAreToldThatResultsWaitAlsoForAnUnknownProgram() {
        profile = TypingProfile.UNKNOWN;
        try (Person person = Person.attach(server, "agent")) {
            report(note(17, "make"));
            String unknown =
                    "1 result waits for the program in pane %s, which nudge does not know; to look: nudge show 17"
                            .formatted(agent.id());
            await().until(
                            () -> person.screen().replace("\n", ""),
                            screen -> screen.contains(unknown));

            steerToDialog();
            profile = StandInScreen.PROFILE;
            restart(Pace.NORMAL);
            report(note(18, "make"));
            person.awaitShown("2 results wait");
            assertThat(agent.record()).isEmpty();
        }
    }

    @Test
    void errorInOneAttemptDelaysTheNoteOnly() {
        outbox.fail(2);
        assertSubmitted(report(note(17, "make")));
    }

    @Test
    void courierSaysWhetherAndWhyNotAResultCouldBeTypedNow() {
        steerToDialog();
        assertThat(courier.readiness(binding).obstacle())
                .contains("a dialog waits for an answer (confirmation)");
        agent.steer("close");
        try (Person person = Person.attach(server, "agent")) {
            // A key counts for a second or two, which may be over before the look.
            await().until(
                            () -> {
                                person.press("BSpace");
                                return courier.readiness(binding).obstacle();
                            },
                            Optional.of("a key was pressed in it just now")::equals);
        }
    }

    @Test
    void queueIsKnownToBeEmptyOnlyIfNobodyCanHaveTakenItBack() {
        assertThat(courier.hasEmptyQueue(binding)).isTrue();
        server.sendLiteral(agent.id(), "draft");
        agent.awaitText("draft");
        assertThat(courier.hasEmptyQueue(binding)).isFalse();
        server.sendKeys(agent.id(), "Enter");
        agent.awaitRecord(1);
        steerToWork();
        assertThat(courier.hasEmptyQueue(binding)).isFalse();
    }
}
