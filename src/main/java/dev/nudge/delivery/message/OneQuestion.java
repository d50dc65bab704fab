package dev.nudge.delivery.message;

/// Writes a message about a question of a job.
final class OneQuestion {
    private static final int PROGRAM = 15;

    private OneQuestion() {}

    /// Returns the fullest text that fits: the command gives way first, then the prompt.
    static String fit(QuestionNote note) {
        Wording words = Wording.of(note);
        return Fullest.of((command, prompt) ->
                "Background command is waiting %s: \"%s\"%s Answer with send_input. %s"
                        .formatted(
                                where(note, words.reason(PROGRAM)),
                                words.command(command),
                                prompt(note, words.text(prompt)),
                                NoticeTag.of(note)));
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
}
