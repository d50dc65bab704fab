package dev.nudge.host;

import dev.nudge.job.Question;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;

/// The result of a look at a job's terminal: a program waits for a person to type.
///
/// @param reader the process that waits
/// @param program the name of that process
/// @param sign where the prompt is
/// @param prompt the text left of the cursor, without leading blanks; for a menu its text, and for
///   a prompt above the cursor the last lines
/// @param line the cursor's line, counted from the first that was ever written
/// @param bytes how many bytes had been written at that time
record Sighting(
        Kind kind,
        ProcessId reader,
        String program,
        Sign sign,
        String prompt,
        int line,
        long bytes) {
    /// Characters that mark the chosen option of a menu.
    private static final String CHOICE =
            "[\\s>*xX\\[\\]()\u276f\u25b8\u25b6\u27a4\u25cf\u25c9\u25ef\u25cb\u25e6\u2610\u2611\u25fb\u25fc]";

    /// Where the prompt is.
    enum Sign {
        /// Left of the cursor, or the program needs no prompt.
        AT_CURSOR,
        /// The cursor is at the end of a menu.
        MENU,
        /// Above the cursor. The only sign of a question is that the program can do nothing but
        /// read.
        ABOVE
    }

    /// Returns whether a report can wait, since nothing must be answered immediately.
    boolean isPatient() {
        return kind == Kind.PAGER || kind == Kind.REPL || sign == Sign.ABOVE;
    }

    /// Returns whether a later sighting is the same question, followed only by what was typed. An
    /// editor or a pager is one question until it ends.
    ///
    /// @param typed how many bytes have been typed since this sighting
    /// @param isSent whether they included a key that sends a line, or ends the input
    boolean isStill(Sighting later, long typed, boolean isSent) {
        if (!reader.equals(later.reader) || kind != later.kind) {
            return false;
        }
        return kind == Kind.EDITOR || kind == Kind.PAGER || (!isSent && isSamePrompt(later, typed));
    }

    private boolean isSamePrompt(Sighting later, long typed) {
        if (sign == Sign.MENU && later.sign == Sign.MENU) {
            return isContinued(options(prompt), options(later.prompt), typed);
        }
        boolean isTypedBelow = sign == Sign.ABOVE && later.sign == Sign.AT_CURSOR;
        return line == later.line && isContinued(isTypedBelow ? "" : prompt, later.prompt, typed);
    }

    private static boolean isContinued(String prompt, String later, long typed) {
        return later.startsWith(prompt) && later.length() - prompt.length() <= typed;
    }

    /// Returns the text of a menu without the mark of the chosen option.
    private static String options(String menu) {
        return menu.replaceAll(CHOICE, "");
    }

    Sighting at(long newBytes) {
        return new Sighting(kind, reader, program, sign, prompt, line, newBytes);
    }

    /// @param isMasked as in [Question]
    Question question(long id, boolean isMasked) {
        return new Question(id, kind, program, prompt, isMasked);
    }
}
