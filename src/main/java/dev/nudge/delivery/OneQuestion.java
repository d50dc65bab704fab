package dev.nudge.delivery;

import dev.nudge.job.Question;

/// Writes a message about a question of a job, or about a line that a watch has found.
final class OneQuestion {
    private static final int PROGRAM = 15;

    private OneQuestion() {}

    /// Returns the fullest text that fits: the command gives way first, then the prompt.
    static String fit(QuestionNote note) {
        Wording words = Wording.of(note);
        for (int prompt = Wording.OUTPUT; prompt > 0; prompt -= 20) {
            for (int command = Wording.COMMAND; command >= 10; command -= 10) {
                String text = text(note, words, command, prompt);
                if (text.length() <= NudgeMessage.MAX_LENGTH) {
                    return text;
                }
            }
        }
        return text(note, words, 8, 0);
    }

    private static String text(QuestionNote note, Wording words, int command, int prompt) {
        String shortened = words.command(command);
        return note.question().kind() == Question.Kind.MATCH
                ? "Watch has matched: \"%s\" Line: [%s] %s"
                        .formatted(shortened, words.text(prompt), Notice.of(note))
                : "Background command is waiting %s: \"%s\"%s Answer with send_input. %s"
                        .formatted(
                                where(note, words.reason(PROGRAM)),
                                shortened,
                                prompt(note, words.text(prompt)),
                                Notice.of(note));
    }

    private static String where(QuestionNote note, String program) {
        return switch (note.question().kind()) {
            case PROMPT, MATCH -> "for input";
            case EDITOR -> "in an editor (" + program + ")";
            case PAGER -> "in a pager (" + program + ")";
            case REPL -> "for input at the prompt of " + program;
        };
    }

    private static String prompt(QuestionNote note, String prompt) {
        return switch (note.question().kind()) {
            case PROMPT, REPL, MATCH -> " Prompt: [" + prompt + "]";
            case EDITOR, PAGER -> "";
        };
    }
}
