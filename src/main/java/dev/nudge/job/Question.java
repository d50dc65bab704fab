package dev.nudge.job;

import java.util.Optional;

/// A question of a job on a terminal, which waits for somebody to type.
///
/// @param id distinguishes the questions of one job, from 1
/// @param program the program that waits, as the kernel names it: `bash`, `vim`; for lines that a
///   watch has found, how many there are
/// @param prompt the text left of the cursor, blanks included; empty if there is none
public record Question(long id, Kind kind, String program, String prompt) {
    public Question {
        if (id < 1) {
            throw new IllegalArgumentException("question number " + id + " is below 1");
        }
    }

    private static final int LONGEST_LINE = 500;

    /// Returns a line that a watch has found, together with the earlier ones that have not been
    /// reported yet.
    static Question found(long id, Optional<Question> untold, String line) {
        int count = untold.map(q -> Integer.parseInt(q.program())).orElse(0) + 1;
        return new Question(id, Kind.MATCH, Integer.toString(count), lines(count, line));
    }

    /// Returns the text that reports so many lines.
    public static String lines(int count, String last) {
        int end =
                last.offsetByCodePoints(
                        0, Math.min(LONGEST_LINE, last.codePointCount(0, last.length())));
        String line = last.substring(0, end);
        return count == 1 ? line : "%d lines, the last: %s".formatted(count, line);
    }

    /// The kind of program that waits.
    public enum Kind {
        /// It asks, and its prompt says what for.
        PROMPT,
        /// An editor: a person is to edit a text.
        EDITOR,
        /// It shows a text page by page.
        PAGER,
        /// Nobody is asked: a line that a watch has found.
        MATCH,
        /// A shell or an interpreter that has been idle at its prompt for some time.
        REPL;

        /// Returns the word for files: `prompt`, `editor`, `pager`, `match`, `repl`.
        public String word() {
            return Words.of(this);
        }

        /// Returns the kind of this word.
        ///
        /// @throws IllegalArgumentException if there is none
        public static Kind named(String word) {
            return Words.find(Kind.class, word)
                    .orElseThrow(
                            () -> new IllegalArgumentException("unknown kind \"" + word + "\""));
        }
    }
}
