package dev.nudge.delivery;

import dev.nudge.job.Question;

/// Writes a message about a question of a job, or about a line that it has found.
final class OneQuestion {
    private static final int PROGRAM = 15;

    private OneQuestion() {}

    /// Gives the text: the command gives way first, then the prompt.
    static String fit(QuestionNote note) {
        for (int prompt = NoteText.FULL.output(); prompt > 0; prompt -= 20) {
            for (int command = NoteText.FULL.command(); command >= 10; command -= 10) {
                String text = text(note, new NoteText(command, prompt));
                if (text.length() <= NudgeMessage.MAX_LENGTH) {
                    return text;
                }
            }
        }
        return text(note, new NoteText(8, 0));
    }

    private static String text(QuestionNote note, NoteText parts) {
        return note.question().kind() == Question.Kind.MATCH
                ? "Watch has matched: \"%s\" Line: [%s] [nudge: job %d, automatic notice]"
                        .formatted(parts.command(note), parts.prompt(note), note.job())
                : "Background command is waiting %s: \"%s\"%s Answer with send_input. [nudge: job %d, automatic notice]"
                        .formatted(
                                where(note), parts.command(note), prompt(note, parts), note.job());
    }

    private static String where(QuestionNote note) {
        String program = new NoteText(0, PROGRAM).reason(note.question().program());
        return switch (note.question().kind()) {
            case PROMPT, MATCH -> "for input";
            case EDITOR -> "in an editor (" + program + ")";
            case PAGER -> "in a pager (" + program + ")";
            case REPL -> "for input at the prompt of " + program;
        };
    }

    private static String prompt(QuestionNote note, NoteText parts) {
        return switch (note.question().kind()) {
            case PROMPT, REPL, MATCH -> " Prompt: [" + parts.prompt(note) + "]";
            case EDITOR, PAGER -> "";
        };
    }
}
