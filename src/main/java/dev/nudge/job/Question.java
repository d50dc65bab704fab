package dev.nudge.job;

/// A question of a job on a terminal, which waits for somebody to type.
///
/// @param id distinguishes the questions of one job, from 1
/// @param program the program that waits, as the kernel names it: `bash`, `vim`
/// @param prompt the text left of the cursor, blanks included; empty if there is none
/// @param isMasked whether what is typed is not shown, as with a password, or possibly not
public record Question(long id, Kind kind, String program, String prompt, boolean isMasked) {
    public Question {
        if (id < 1) {
            throw new IllegalArgumentException("question number " + id + " is below 1");
        }
    }

    /// Returns whether it asks for an answer, unlike an editor, a pager and an idle interpreter.
    public boolean isPrompt() {
        return kind == Kind.PROMPT;
    }

    /// The kind of program that waits.
    public enum Kind {
        /// It asks, and its prompt says what for.
        PROMPT,
        EDITOR,
        /// It shows a text page by page.
        PAGER,
        /// A shell or an interpreter that has been idle at its prompt for some time.
        REPL
    }
}
