package dev.nudge.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.EndNote.Subject;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Question;
import dev.nudge.job.Signal;
import dev.nudge.text.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
        Note pointer =
                new EndNote(
                        17, "make", SUCCESS, "secret", Subject.COMMAND, true, "", Instant.EPOCH);

        assertThat(NudgeMessage.of(List.of(pointer)).text())
                .isEqualTo(
                        "Background command completed: \"make\" (Exit code: 0)"
                                + " To read its output: nudge logs 17"
                                + " [nudge: job 17, automatic notice]");
        assertThat(NudgeMessage.of(List.of(pointer, pointer)).text())
                .contains("job 17: \"make\" (Exit code: 0); job 17")
                .doesNotContain("secret");
    }

    @Test
    void stoppedCommandIsToldWithTheReason() {
        ExitStatus killed = new ExitStatus.Signaled(Signal.TERM);
        Note stopped =
                new EndNote(
                        17,
                        "make",
                        killed,
                        "",
                        Subject.COMMAND,
                        false,
                        "timeout of 60 s",
                        Instant.EPOCH);

        assertThat(NudgeMessage.of(List.of(stopped)).text())
                .contains("(Signal: SIGTERM, timeout of 60 s)");
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

        assertThat(text).startsWith("Background command completed: \"cat <<E q[31mx E éé");
        String command = text.substring(text.indexOf('"') + 1, text.indexOf("\" (Exit"));
        assertThat(command).hasSize(120).endsWith("é...");
    }

    @Test
    void twoHundredCharactersOfOutputFitBesideALongCommand() {
        assertThat(one("c".repeat(150), SUCCESS, "o".repeat(200)))
                .contains("[" + "o".repeat(200) + "]");
    }

    @Test
    void atSignsCannotNameAFileOrAnAgent() {
        assertThat(one("scp a@b:/x @y", SUCCESS, "@z"))
                .contains("scp a＠b:/x ＠y", "[＠z]")
                .doesNotContain("@");
    }

    @Test
    void severalEndsShareAMessageInOrder() {
        NudgeMessage message =
                NudgeMessage.of(
                        List.of(
                                note(3, "make", SUCCESS, "done"),
                                note(1, "npm test", new ExitStatus.Exited(1), "2 failed"),
                                note(2, "sleep 9", new ExitStatus.Signaled(Signal.TERM), "")));

        assertThat(message.text())
                .isEqualTo(
                        "Background commands completed: job 3: \"make\" (Exit code: 0) Output: [done];"
                                + " job 1: \"npm test\" (Exit code: 1) Output: [2 failed];"
                                + " job 2: \"sleep 9\" (Signal: SIGTERM)"
                                + " [nudge: 3 jobs, automatic notice]");
        assertThat(message.notes()).extracting(Note::job).containsExactly(3L, 1L, 2L);
    }

    @Test
    void outputsGiveWayBeforeCommands() {
        String command = "c".repeat(60);
        NudgeMessage message =
                NudgeMessage.of(
                        LongStream.rangeClosed(1, 3)
                                .mapToObj(job -> note(job, command, SUCCESS, "o".repeat(200)))
                                .toList());

        assertThat(message.notes()).hasSize(3);
        assertThat(message.text()).contains(command).contains("o".repeat(30));
    }

    @Test
    void thirtyEndsNeedTwoMessagesAtMost() {
        List<Note> pending =
                new ArrayList<>(
                        LongStream.range(1_000_000, 1_000_030)
                                .mapToObj(job ->
                                        note(
                                                job,
                                                "command " + job,
                                                new ExitStatus.Signaled(
                                                        new Signal((int) (job % 2) + 16)),
                                                "o".repeat(200)))
                                .toList());
        List<Long> told = new ArrayList<>();
        int messages = 0;
        while (!pending.isEmpty()) {
            NudgeMessage message = NudgeMessage.of(pending);
            message.notes()
                    .forEach(note -> assertThat(message.text()).contains("job " + note.job()));
            message.notes().forEach(note -> told.add(note.job()));
            pending.subList(0, message.notes().size()).clear();
            messages++;
        }

        assertThat(messages).isLessThanOrEqualTo(2);
        assertThat(told).hasSize(30).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void manyNotesThatEndedAlikeShareAnEntry() {
        List<Note> notes =
                LongStream.rangeClosed(2, 30)
                        .mapToObj(job ->
                                note(
                                        job,
                                        "make part " + job,
                                        new ExitStatus.Exited(job == 9 ? 1 : 0),
                                        "done"))
                        .toList();

        NudgeMessage message = NudgeMessage.of(notes);

        assertThat(message.notes()).hasSize(29);
        assertThat(message.text())
                .startsWith(
                        "Background commands completed: jobs 2, 3, 4, 5, 6, 7, 8: exit 0,"
                                + " job 9: exit 1, jobs 10, 11, ")
                .endsWith(", 29, 30: exit 0 [nudge: 29 jobs, automatic notice]");
    }

    @Test
    void anyNotesGiveALineThatIsHarmlessToType() {
        Random random = new Random(23);
        for (int round = 0; round < 5_000; round++) {
            List<Note> notes =
                    IntStream.range(0, 1 + random.nextInt(6))
                            .mapToObj(_ -> RandomNotes.next(random, 1 + random.nextInt(1_000_000)))
                            .toList();

            NudgeMessage message = NudgeMessage.of(notes);

            String text = message.text();
            assertThat(text.length()).isLessThanOrEqualTo(500);
            assertThat(text.codePoints()).allMatch(Printable::isPrintable);
            assertThat(text)
                    .startsWith("Background command")
                    .doesNotContain("@")
                    .doesNotContain("  ");
            assertThat(text).endsWith(", automatic notice]");
            assertThat(message.notes()).isEqualTo(notes.subList(0, message.notes().size()));
            message.notes()
                    .forEach(note -> assertThat(text).containsPattern("\\b" + note.job() + "\\b"));
        }
    }

    private static String one(String command, ExitStatus status, String output) {
        return NudgeMessage.of(List.of(note(17, command, status, output))).text();
    }

    private static QuestionNote question(String command, Question.Kind kind, String prompt) {
        return new QuestionNote(17, command, new Question(1, kind, "vim", prompt), Instant.EPOCH);
    }

    @Test
    void questionHasAMessageOfItsOwn() {
        QuestionNote question = question("make menu", Question.Kind.PROMPT, "Go on? [y/N] ");
        Note end = note(16, "make", SUCCESS, "done");

        assertThat(NudgeMessage.of(List.of(question, end)).text())
                .isEqualTo(
                        "Background command is waiting for input: \"make menu\" Prompt: [Go on? [y/N]] Answer with send_input. [nudge: job 17, automatic notice]");
        assertThat(NudgeMessage.of(List.of(question, end)).notes()).containsExactly(question);
        assertThat(NudgeMessage.of(List.of(end, question)).notes()).containsExactly(end);
    }

    @Test
    void editorIsNamedInPlaceOfAPrompt() {
        assertThat(
                        NudgeMessage.of(
                                        List.of(
                                                question(
                                                        "git rebase -i",
                                                        Question.Kind.EDITOR,
                                                        "pick")))
                                .text())
                .isEqualTo(
                        "Background command is waiting in an editor (vim): \"git rebase -i\" Answer with send_input. [nudge: job 17, automatic notice]");
    }

    @Test
    void lineThatAWatchHasFoundIsToldAsSuch() {
        Note found = question("watch job 3 for listen", Question.Kind.MATCH, "listening on 80");
        Note last =
                new EndNote(
                        17,
                        "watch job 3 for listen",
                        SUCCESS,
                        "listening on 80",
                        Subject.WATCH,
                        false,
                        "",
                        Instant.EPOCH);

        assertThat(List.of(NudgeMessage.of(List.of(found)), NudgeMessage.of(List.of(last))))
                .extracting(NudgeMessage::text)
                .containsOnly(
                        "Watch has matched: \"watch job 3 for listen\" Line: [listening on 80] [nudge: job 17, automatic notice]");
    }

    @Test
    void watchThatFoundNothingSaysWhy() {
        Note end =
                new EndNote(
                        17,
                        "watch job 3 for listen",
                        new ExitStatus.Exited(1),
                        "job 3 has ended (exit code 0), and no line matched",
                        Subject.WATCH,
                        false,
                        "",
                        Instant.EPOCH);

        assertThat(NudgeMessage.of(List.of(end)).text())
                .isEqualTo(
                        "Watch ended: \"watch job 3 for listen\" (Exit code: 1) Output: [job 3 has ended (exit code 0), and no line matched] [nudge: job 17, automatic notice]");
    }

    @Test
    void timerTellsItsNote() {
        Note up =
                new EndNote(17, "look again", SUCCESS, "", Subject.TIMER, false, "", Instant.EPOCH);

        assertThat(NudgeMessage.of(List.of(up)).text())
                .isEqualTo("Timer is up: \"look again\" [nudge: job 17, automatic notice]");
    }

    @Test
    void questionOfAnyLengthAndWithAnyCharactersFits() {
        List<Question.Kind> kinds = List.of(Question.Kind.values());
        Random random = new Random(17);
        for (int i = 0; i < 500; i++) {
            Note any = RandomNotes.next(random, 17);
            Note other = RandomNotes.next(random, 17);
            Question.Kind kind = kinds.get(random.nextInt(kinds.size()));
            String text =
                    NudgeMessage.of(List.of(question(any.command(), kind, other.command()))).text();
            assertThat(text)
                    .hasSizeLessThanOrEqualTo(NudgeMessage.MAX_LENGTH)
                    .startsWith(
                            kind == Question.Kind.MATCH
                                    ? "Watch has matched: "
                                    : "Background command is waiting ")
                    .endsWith("[nudge: job 17, automatic notice]")
                    .doesNotContain("@");
            assertThat(text.codePoints().allMatch(Printable::isPrintable)).isTrue();
        }
    }

    private static Note note(long job, String command, ExitStatus status, String output) {
        return new EndNote(job, command, status, output, Instant.EPOCH);
    }
}
