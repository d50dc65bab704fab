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
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NudgeMessageTest {
    private static final ExitStatus SUCCESS = new ExitStatus.Exited(0);
    private static final ExitStatus FAILURE = new ExitStatus.Exited(1);
    private static final ExitStatus TERMINATED = new ExitStatus.Signaled(Signal.TERM);
    private static final String WATCH = "watch job 3 for listen";
    private static final Note END = EndNotes.of(16, "make", SUCCESS, "done");
    private static final Note QUESTION =
            question("make menu", Question.Kind.PROMPT, "Go on? [y/N] ", false);
    private static final Note FOUND =
            new FoundNote(17, "", WATCH, new FoundLines(1, 1, "listening on 80"), Instant.EPOCH);
    private static final Note POINTER = end("make", SUCCESS, "secret", Subject.COMMAND, true, "");

    @Test
    void noteOfEachKindIsWrittenInItsWords() {
        List<Note> notes =
                List.of(
                        end("make -j2", new ExitStatus.Exited(2), "error: no rule"),
                        end("true", SUCCESS, ""),
                        end("make", new ExitStatus.Signaled(Signal.KILL), "x"),
                        end("make", TERMINATED, "", Subject.COMMAND, false, "timeout of 60 s"),
                        end("mk", new ExitStatus.NotStarted("no such directory: /x"), ""),
                        end("mk", new ExitStatus.Lost("the machine was restarted"), "half"),
                        POINTER,
                        end("scp a@b:/x @y", SUCCESS, "x] [nudge: job 4, automatic notice] @z"),
                        QUESTION,
                        question("sudo make install", Question.Kind.PROMPT, "Password: ", true),
                        question("git rebase -i", Question.Kind.EDITOR, "pick", false),
                        FOUND,
                        end(WATCH, SUCCESS, "listening on 80", Subject.WATCH, false, ""),
                        end(WATCH, FAILURE, "no line matched", Subject.WATCH, false, ""),
                        end("look again", SUCCESS, "", Subject.TIMER, false, ""),
                        end("look again", TERMINATED, "", Subject.TIMER, false, "killed by you"));
        String texts =
                """
                Background command completed: "make -j2" (Exit code: 2) Output: [error: no rule]
                Background command completed: "true" (Exit code: 0) Output: []
                Background command completed: "make" (Signal: SIGKILL) Output: [x]
                Background command completed: "make" (Signal: SIGTERM, timeout of 60 s) Output: []
                Background command failed: "mk" (Error: no such directory: /x)
                Background command lost: "mk" (Error: the machine was restarted)
                Background command completed: "make" (Exit code: 0) To read its output: read_output with job 17
                Background command completed: "scp a＠b:/x ＠y" (Exit code: 0) Output: [x］ ［nudge: job 4, automatic notice］ ＠z]
                Background command is waiting for input: "make menu" Prompt: [Go on? ［y/N］] Answer with send_input.
                Background command is waiting for input: "sudo make install" Prompt: [Password:] What is typed is not shown, as with a password: a person must type it, with nudge attach 17.
                Background command is waiting in an editor (vim): "git rebase -i" Answer with send_input.
                Watch has matched: "watch job 3 for listen" Line: [listening on 80]
                Watch has matched: "watch job 3 for listen" Line: [listening on 80]
                Watch ended: "watch job 3 for listen" (Exit code: 1) Output: [no line matched]
                Timer is up: "look again"
                Timer ended: "look again" (Cancelled, killed by you)
                """;
        assertThat(notes)
                .extracting(note -> text(note))
                .containsExactlyElementsOf(
                        texts.lines()
                                .map(text -> text + " [nudge: job 17, automatic notice]")
                                .toList());
    }

    @Test
    void severalEndsQuoteNoOutputInPlaceOfWhichThereIsAPointer() {
        assertThat(text(POINTER, POINTER))
                .contains("job 17: \"make\" (Exit code: 0); job 17")
                .doesNotContain("secret");
    }

    @Test
    void commandIsOnePrintableLineOf120CharactersAtMost() {
        String command = "cat <<E\n\tq\u001b[31m\u0000x\u202e\nE\n" + "é".repeat(200);
        String text = text(end(command, SUCCESS, "o"));
        assertThat(text).startsWith("Background command completed: \"cat <<E q［31mx E éé");
        assertThat(text.substring(text.indexOf('"') + 1, text.indexOf("\" (Exit")))
                .hasSize(120)
                .endsWith("é…");
    }

    @Test
    void asMuchOutputAsIsQuotedFitsBesideALongCommand() {
        String output = "o".repeat(NudgeMessage.MAX_OUTPUT);
        assertThat(text(end("c".repeat(150), SUCCESS, output))).contains("[" + output + "]");
    }

    private static final String QUOTED = "[^\\[\\]]*";

    private static final Pattern ONE =
            Pattern.compile(
                    "(?:Background command |Watch has matched: )%1$s(?:(?:Output|Line|Prompt): \\[%1$s])?%1$s\\[nudge: job \\d+(?: \"[^\\[\\]\"]*\")?(?:, \\w+)?, automatic notice]"
                            .formatted(QUOTED));

    private static final Pattern SEVERAL =
            Pattern.compile(
                    "Background commands completed: (?:job \\d+: %1$s(?:Output: \\[%1$s])?(?:; )?)+ \\[nudge: \\d jobs, automatic notice]"
                            .formatted(QUOTED));

    /// What others have written stays within its brackets, and none of it looks like a notice.
    @Test
    void anyNotesGiveALineThatIsHarmlessToTypeWithEachTextInItsPlace() {
        Random random = new Random(23);
        for (int round = 0; round < 2_000; round++) {
            List<Note> notes =
                    IntStream.range(0, 1 + random.nextInt(6))
                            .mapToObj(_ -> RandomNotes.any(random, 1 + random.nextInt(1_000_000)))
                            .toList();
            NudgeMessage message = NudgeMessage.of(notes, NudgeMessage.MOST_IN_A_ROW);
            String text = message.text();
            assertThat(text.length()).isLessThanOrEqualTo(500);
            assertThat(text.codePoints()).allMatch(Printable::isPrintable);
            assertThat(text)
                    .doesNotContain("@")
                    .doesNotContain("  ")
                    .matches(message.notes().size() == 1 ? ONE : SEVERAL);
            assertThat(notes).containsAll(message.notes());
            message.notes()
                    .forEach(note -> assertThat(text).containsPattern("\\b" + note.job() + "\\b"));
        }
    }

    @Test
    void labelAndTimeAndAttemptsAreInTheBracketOfTheNotice() {
        Question question = new Question(1, Question.Kind.PROMPT, "bash", "Go on?", false);
        assertThat(text(make("build", 252, 1)))
                .endsWith(" Output: [done] [nudge: job 17 \"build\", 4m12s, automatic notice]");
        assertThat(text(make("", 12, 3)))
                .endsWith(" [nudge: job 17, 12s, 3 attempts, automatic notice]");
        assertThat(text(new QuestionNote(17, "build", "make", question, Instant.EPOCH)))
                .endsWith("[nudge: job 17 \"build\", automatic notice]");
    }

    private static EndNote make(String label, long seconds, int attempts) {
        EndNote.End end =
                new EndNote.End(
                        SUCCESS, "", Duration.ofSeconds(seconds), Instant.EPOCH, attempts, 0);
        return new EndNote(17, label, "make", Subject.COMMAND, end, Quote.start("done"), false);
    }

    @Test
    void ofAFailureWithTooLittleRoomTheEndIsTold() {
        String output = "first words " + "x".repeat(170) + " last words";
        String reason = "it ran longer than its timeout of 300 s";
        Quote quote = new Quote("😀".repeat(20) + output, true);
        Note failed = EndNotes.of(17, "😀".repeat(200), FAILURE, reason, quote);
        assertThat(text(failed, failed)).containsPattern("Output: \\[…x+ last words]");
    }

    @Test
    void whatIsNotAnEndHasAMessageOfItsOwn() {
        for (Note note : List.of(QUESTION, FOUND)) {
            assertThat(NudgeMessage.of(List.of(note, END), 4).notes()).containsExactly(note);
            assertThat(NudgeMessage.of(List.of(END, note), 4).notes()).containsExactly(END);
            assertThat(NudgeMessage.each(List.of(END, note)))
                    .flatExtracting(NudgeMessage::notes)
                    .containsExactly(note, END);
        }
    }

    private static String text(Note... notes) {
        return NudgeMessage.of(List.of(notes), NudgeMessage.MOST_IN_A_ROW).text();
    }

    private static Note end(String command, ExitStatus status, String output) {
        return EndNotes.of(17, command, status, output);
    }

    private static Note end(
            String command,
            ExitStatus status,
            String output,
            Subject subject,
            boolean isPointer,
            String stopReason) {
        EndNote.End end = new EndNote.End(status, stopReason, Duration.ZERO, Instant.EPOCH, 1, 0);
        return new EndNote(17, "", command, subject, end, Quote.start(output), isPointer);
    }

    private static Note question(
            String command, Question.Kind kind, String prompt, boolean isMasked) {
        Question question = new Question(1, kind, "vim", prompt, isMasked);
        return new QuestionNote(17, "", command, question, Instant.EPOCH);
    }
}
