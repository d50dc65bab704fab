package dev.nudge.job;

import java.util.Arrays;
import java.util.Locale;

/// What a job on a terminal waits for somebody to type.
///
/// @param id distinguishes the questions of one job, from 1
/// @param program the program that waits, as the kernel names it: `bash`, `vim`
/// @param prompt what stands left of the cursor, blanks included; empty if nothing does
public record Question(long id, Kind kind, String program, String prompt) {
    public Question {
        if (id < 1) {
            throw new IllegalArgumentException("question number " + id + " is below 1");
        }
    }

    /// What sort of program waits.
    public enum Kind {
        /// It asks, and its prompt says what.
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
            return name().toLowerCase(Locale.ROOT);
        }

        /// Returns the kind of this word.
        ///
        /// @throws IllegalArgumentException if there is none
        public static Kind named(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("unknown kind \"" + word + "\""));
        }
    }
}
