package dev.nudge.delivery.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.EndNote.Quote;
import dev.nudge.delivery.message.Note.EndNote.Subject;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.News.FoundLines;
import dev.nudge.job.Question;
import dev.nudge.job.Signal;
import dev.nudge.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NudgeMessageTest {
    private static final ExitStatus SUCCESS = new ExitStatus.Exited(0);

    @Test
    void endedCommandIsToldWithExitCodeAndOutput() {
        assertThat(one("make -j2", new ExitStatus.Exited(2), "error: no rule"))
                .isEqualTo(
                        "Background command completed: \"make -j2\" (Exit code: 2)"
                                + " Output: [error: no rule] [nudge: job 17, automatic notice]");
    }

    @Test
    void commandWithoutOutputHasEmptyBrackets() {
        assertThat(one("true", SUCCESS, "")).contains("(Exit code: 0) Output: [] [nudge: job 17,");
    }

    @Test
    void pointerSaysHowToReadTheOutputInsteadOfIt() {
        Note pointer = end("make", SUCCESS, "secret", Subject.COMMAND, true, "");

        assertThat(message(List.of(pointer)).text())
                .isEqualTo(
                        "Background command completed: \"make\" (Exit code: 0)"
                                + " To read its output: read_output with job 17"
                                + " [nudge: job 17, automatic notice]");
        assertThat(message(List.of(pointer, pointer)).text())
                .contains("job 17: \"make\" (Exit code: 0); job 17")
                .doesNotContain("secret");
    }

    @Test
    void stoppedCommandIsToldWithTheReason() {
        ExitStatus killed = new ExitStatus.Signaled(Signal.TERM);
        Note stopped = end("make", killed, "", Subject.COMMAND, false, "timeout of 60 s");

        assertThat(message(List.of(stopped)).text()).contains("(Signal: SIGTERM, timeout of 60 s)");
    }

    @Test
    void killedCommandIsToldWithItsSignal() {
        assertThat(one("make", new ExitStatus.Signaled(Signal.KILL), "x"))
                .startsWith(
                        "Background command completed: \"make\" (Signal: SIGKILL) Output: [x] ");
    }

    @Test
    void commandThatCouldNotStartIsToldWithItsReason() {
        assertThat(one("mk", new ExitStatus.NotStarted("no such directory: /x"), ""))
                .isEqualTo(
                        "Background command failed: \"mk\" (Error: no such directory: /x)"
                                + " [nudge: job 17, automatic notice]");
    }

    @Test
    void lostCommandIsToldWithItsReason() {
        assertThat(one("mk", new ExitStatus.Lost("the machine was restarted"), "half"))
                .isEqualTo(
                        "Background command lost: \"mk\" (Error: the machine was restarted)"
                                + " [nudge: job 17, automatic notice]");
    }

    @Test
    void commandIsOnePrintableLineOf120CharactersAtMost() {
        String text =
                one("cat <<E\n\tq\u001b[31m\u0000x\u202e\nE\n" + "é".repeat(200), SUCCESS, "o");

        assertThat(text).startsWith("Background command completed: \"cat <<E q［31mx E éé");
        String command = text.substring(text.indexOf('"') + 1, text.indexOf("\" (Exit"));
        assertThat(command).hasSize(120).endsWith("é…");
    }

    @Test
    void asMuchOutputAsIsQuotedFitsBesideALongCommand() {
        String output = "o".repeat(NudgeMessage.MAX_OUTPUT);
        assertThat(one("c".repeat(150), SUCCESS, output)).contains("[" + output + "]");
    }

    @Test
    void atSignsCannotNameAFileOrAnAgent() {
        assertThat(one("scp a@b:/x @y", SUCCESS, "@z"))
                .contains("scp a＠b:/x ＠y", "[＠z]")
                .doesNotContain("@");
    }

    @Test
    void anyNotesGiveALineThatIsHarmlessToType() {
        Random random = new Random(23);
        for (int round = 0; round < 5_000; round++) {
            List<Note> notes =
                    IntStream.range(0, 1 + random.nextInt(6))
                            .mapToObj(_ -> RandomNotes.next(random, 1 + random.nextInt(1_000_000)))
                            .toList();

            NudgeMessage message = message(notes);

            String text = message.text();
            assertThat(text.length()).isLessThanOrEqualTo(500);
            assertThat(text.codePoints()).allMatch(Printable::isPrintable);
            assertThat(text)
                    .startsWith("Background command")
                    .doesNotContain("@")
                    .doesNotContain("  ");
            assertThat(text).endsWith(", automatic notice]");
            assertThat(notes).containsAll(message.notes());
            message.notes()
                    .forEach(note -> assertThat(text).containsPattern("\\b" + note.job() + "\\b"));
        }
    }

    private static EndNote make(String label, Duration time, int attempts) {
        return new EndNote(
                17,
                label,
                "make",
                Subject.COMMAND,
                new EndNote.End(SUCCESS, "", time, Instant.EPOCH, attempts, 0),
                Quote.start("done"),
                false);
    }

    @Test
    void numberOfAttemptsIsInTheBracketOfTheNotice() {
        EndNote flaky = make("", Duration.ofSeconds(12), 3);

        assertThat(message(List.of(flaky)).text())
                .endsWith(" [nudge: job 17, 12s, 3 attempts, automatic notice]");
    }

    @Test
    void labelAndTimeAreInTheBracketOfTheNotice() {
        EndNote build = make("build", Duration.ofSeconds(252), 1);
        Question question = new Question(1, Question.Kind.PROMPT, "bash", "Go on?", false);

        assertThat(message(List.of(build)).text())
                .isEqualTo(
                        "Background command completed: \"make\" (Exit code: 0) Output: [done]"
                                + " [nudge: job 17 \"build\", 4m12s, automatic notice]");
        assertThat(
                        message(
                                        List.of(
                                                new QuestionNote(
                                                        17,
                                                        "build",
                                                        "make",
                                                        question,
                                                        Instant.EPOCH)))
                                .text())
                .endsWith("[nudge: job 17 \"build\", automatic notice]");
    }

    @Test
    void ofAFailureWithTooLittleRoomTheEndIsTold() {
        String output = "first words " + "x".repeat(170) + " last words";
        EndNote failed =
                new EndNote(
                        17,
                        "l".repeat(50),
                        "😀".repeat(200),
                        Subject.COMMAND,
                        new EndNote.End(
                                new ExitStatus.Exited(1),
                                "it ran longer than its timeout of 300 s",
                                Duration.ofDays(4),
                                Instant.EPOCH,
                                1,
                                0),
                        new Quote("😀".repeat(20) + output, true),
                        false);

        assertThat(message(List.of(failed, failed)).text())
                .containsPattern("Output: \\[…x+ last words]");
    }

    private static NudgeMessage message(List<Note> pending) {
        return NudgeMessage.of(pending, NudgeMessage.MOST_IN_A_ROW);
    }

    private static Note end(
            String command,
            ExitStatus status,
            String output,
            Subject subject,
            boolean isPointer,
            String stopReason) {
        return new EndNote(
                17,
                "",
                command,
                subject,
                new EndNote.End(status, stopReason, Duration.ZERO, Instant.EPOCH, 1, 0),
                Quote.start(output),
                isPointer);
    }

    private static String one(String command, ExitStatus status, String output) {
        return message(List.of(note(17, command, status, output))).text();
    }

    private static QuestionNote question(String command, Question.Kind kind, String prompt) {
        return new QuestionNote(
                17, "", command, new Question(1, kind, "vim", prompt, false), Instant.EPOCH);
    }

    private static FoundNote found(String command, String line) {
        return new FoundNote(17, "", command, new FoundLines(1, 1, line), Instant.EPOCH);
    }

    @Test
    void questionHasAMessageOfItsOwn() {
        QuestionNote question = question("make menu", Question.Kind.PROMPT, "Go on? [y/N] ");
        Note end = note(16, "make", SUCCESS, "done");

        assertThat(message(List.of(question, end)).text())
                .isEqualTo(
                        "Background command is waiting for input: \"make menu\" Prompt: [Go on? ［y/N］] Answer with send_input. [nudge: job 17, automatic notice]");
        assertThat(message(List.of(question, end)).notes()).containsExactly(question);
        assertThat(message(List.of(end, question)).notes()).containsExactly(end);
    }

    @Test
    void passwordIsForAPerson() {
        Question question = new Question(1, Question.Kind.PROMPT, "sudo", "Password: ", true);
        Note note = new QuestionNote(17, "", "sudo make install", question, Instant.EPOCH);

        assertThat(message(List.of(note)).text())
                .isEqualTo(
                        "Background command is waiting for input: \"sudo make install\" Prompt: [Password:] What is typed is not shown, as with a password: a person must type it, with nudge attach 17. [nudge: job 17, automatic notice]");
    }

    @Test
    void editorIsNamedInPlaceOfAPrompt() {
        assertThat(message(List.of(question("git rebase -i", Question.Kind.EDITOR, "pick"))).text())
                .isEqualTo(
                        "Background command is waiting in an editor (vim): \"git rebase -i\" Answer with send_input. [nudge: job 17, automatic notice]");
    }

    @Test
    void lineThatAWatchHasFoundIsToldAsSuch() {
        Note found = found("watch job 3 for listen", "listening on 80");
        Note last =
                end("watch job 3 for listen", SUCCESS, "listening on 80", Subject.WATCH, false, "");

        assertThat(List.of(message(List.of(found)), message(List.of(last))))
                .extracting(NudgeMessage::text)
                .containsOnly(
                        "Watch has matched: \"watch job 3 for listen\" Line: [listening on 80] [nudge: job 17, automatic notice]");
    }

    @Test
    void watchThatFoundNothingSaysWhy() {
        Note end =
                end(
                        "watch job 3 for listen",
                        new ExitStatus.Exited(1),
                        "job 3 has ended (exit code 0), and no line matched",
                        Subject.WATCH,
                        false,
                        "");

        assertThat(message(List.of(end)).text())
                .isEqualTo(
                        "Watch ended: \"watch job 3 for listen\" (Exit code: 1) Output: [job 3 has ended (exit code 0), and no line matched] [nudge: job 17, automatic notice]");
    }

    @Test
    void timerTellsItsNote() {
        Note up = end("look again", SUCCESS, "", Subject.TIMER, false, "");

        assertThat(message(List.of(up)).text())
                .isEqualTo("Timer is up: \"look again\" [nudge: job 17, automatic notice]");
    }

    @Test
    void timerThatWasKilledIsSaidToBeCancelled() {
        ExitStatus killed = new ExitStatus.Signaled(Signal.TERM);
        Note timer = end("look again", killed, "", Subject.TIMER, false, "killed by the user");

        assertThat(message(List.of(timer)).text())
                .isEqualTo(
                        "Timer ended: \"look again\" (Cancelled, killed by the user) [nudge: job 17, automatic notice]");
    }

    @Test
    void questionOfAnyLengthAndWithAnyCharactersFits() {
        List<Question.Kind> kinds = List.of(Question.Kind.values());
        Random random = new Random(17);
        for (int i = 0; i < 500; i++) {
            Note any = RandomNotes.next(random, 17);
            Note other = RandomNotes.next(random, 17);
            Question.Kind kind = kinds.get(random.nextInt(kinds.size()));
            String text = message(List.of(question(any.command(), kind, other.command()))).text();
            assertThat(text)
                    .hasSizeLessThanOrEqualTo(NudgeMessage.MAX_LENGTH)
                    .startsWith("Background command is waiting ")
                    .endsWith("[nudge: job 17, automatic notice]")
                    .doesNotContain("@");
            assertThat(text.codePoints().allMatch(Printable::isPrintable)).isTrue();
        }
    }

    @Test
    void foundLineOfAnyLengthAndWithAnyCharactersFits() {
        Random random = new Random(18);
        for (int i = 0; i < 500; i++) {
            Note any = RandomNotes.next(random, 17);
            Note other = RandomNotes.next(random, 17);
            String text = message(List.of(found(any.command(), other.command()))).text();
            assertThat(text)
                    .hasSizeLessThanOrEqualTo(NudgeMessage.MAX_LENGTH)
                    .startsWith("Watch has matched: ")
                    .endsWith("[nudge: job 17, automatic notice]")
                    .doesNotContain("@");
            assertThat(text.codePoints().allMatch(Printable::isPrintable)).isTrue();
        }
    }

    @Test
    void foundLinesHaveAMessageOfTheirOwn() {
        Note found = found("watch log for ERROR", "ERROR 7");
        Note end = note(16, "make", SUCCESS, "done");

        assertThat(message(List.of(found, end)).notes()).containsExactly(found);
        assertThat(NudgeMessage.each(List.of(end, found)))
                .flatExtracting(NudgeMessage::notes)
                .containsExactly(found, end);
    }

    private static Note note(long job, String command, ExitStatus status, String output) {
        return EndNotes.of(job, command, status, output);
    }
}
