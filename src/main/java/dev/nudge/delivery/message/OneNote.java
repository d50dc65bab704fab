package dev.nudge.delivery.message;

import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.EndNote.Subject;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.job.ExitStatus;
import java.util.function.BiFunction;

/// Writes a message about one note. To make it fit, the command is cut first, then what is quoted.
final class OneNote {
    private static final int PROGRAM = 15;

    private OneNote() {}

    static String fit(Note note) {
        Wording words = Wording.of(note);
        return switch (note) {
            case QuestionNote question ->
                    fullest(10, (command, prompt) -> question(question, words, command, prompt));
            case FoundNote found ->
                    fullest(10, (command, line) -> found(found, words, command, line));
            case EndNote end -> fullest(20, (command, output) -> end(end, words, command, output));
        };
    }

    private static String question(QuestionNote note, Wording words, int command, int prompt) {
        return "Background command is waiting %s: \"%s\"%s %s %s"
                .formatted(
                        where(note, words.reason(PROGRAM)),
                        words.command(command),
                        prompt(note, words.text(prompt)),
                        advice(note),
                        Wording.tag(note));
    }

    /// A password is for a person: the model and the record of its conversation must not have it.
    private static String advice(QuestionNote note) {
        return note.question().isMasked()
                ? "What is typed is not shown, as with a password: a person must type it, with nudge attach %d."
                        .formatted(note.job())
                : "Answer with send_input.";
    }

    private static String found(FoundNote note, Wording words, int command, int line) {
        return "Watch has matched: \"%s\" Line: [%s] %s"
                .formatted(words.command(command), words.text(line), Wording.tag(note));
    }

    private static String end(EndNote note, Wording words, int command, int output) {
        return "%s: \"%s\"%s%s %s"
                .formatted(
                        what(note),
                        words.command(command),
                        note.isAsWaitedFor() ? "" : " " + words.end(note, output),
                        output(note, words.text(output)),
                        Wording.tag(note));
    }

    /// @param step by how many code points the command is shortened at a time; also its least
    /// @param text writes at most so many code points of the command, and of what is quoted
    private static String fullest(int step, BiFunction<Integer, Integer, String> text) {
        for (int quote = NudgeMessage.MAX_OUTPUT; quote >= 0; quote -= 20) {
            for (int command = Wording.COMMAND; command >= step; command -= step) {
                String full = text.apply(command, quote);
                if (full.length() <= NudgeMessage.MAX_LENGTH) {
                    return full;
                }
            }
        }
        return text.apply(8, 0);
    }

    private static String where(QuestionNote note, String program) {
        return switch (note.question().kind()) {
            case PROMPT -> "for input";
            case EDITOR -> "in an editor (" + program + ")";
            case PAGER -> "in a pager (" + program + ")";
            case REPL -> "for input at the prompt of " + program;
        };
    }

    private static String prompt(QuestionNote note, String prompt) {
        return switch (note.question().kind()) {
            case PROMPT, REPL -> " Prompt: [" + prompt + "]";
            case EDITOR, PAGER -> "";
        };
    }

    private static String what(EndNote note) {
        return switch (note.subject()) {
            case COMMAND -> "Background command " + verb(note.status());
            case TIMER -> note.isAsWaitedFor() ? "Timer is up" : "Timer ended";
            case WATCH -> note.isAsWaitedFor() ? "Watch has matched" : "Watch ended";
        };
    }

    private static String output(EndNote note, String text) {
        if (!note.hasRun() || note.subject() == Subject.TIMER) {
            return "";
        }
        if (note.isAsWaitedFor()) {
            return " Line: [" + text + "]";
        }
        return note.isPointer()
                ? " To read its output: read_output with job " + note.job()
                : " Output: [" + text + "]";
    }

    private static String verb(ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited _, ExitStatus.Signaled _ -> "completed";
            case ExitStatus.NotStarted _ -> "failed";
            case ExitStatus.Skipped _ -> "skipped";
            case ExitStatus.Lost _ -> "lost";
        };
    }
}
