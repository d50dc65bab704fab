package dev.nudge.terminal.text;

import java.util.Optional;
import java.util.regex.Pattern;

/// The prompt left of the cursor. It tells what a program asks once the program is known to read
/// its terminal; a text alone proves nothing.
///
/// @param text the text from the first character of the row to the cursor, with the blank that
///   usually ends a prompt (`Password: `)
/// @param isRepl whether it looks like the prompt of a shell, an interpreter or a debugger, which
///   asks nothing
public record PromptText(String text, boolean isRepl) {
    /// The last state of a progress display: a percentage, a bar, a spinner of Braille dots.
    private static final Pattern PROGRESS =
            Pattern.compile(
                    ".*(\\d\\s?%|\\[[#=>.\\-\\s]{3,}]|[\u2588-\u258f\u2591-\u2593]|[\u2800-\u28ff]).*");

    /// `>>> `, `In [1]: `, `(gdb) `; `name> `, `name@host:~/folder$ `, `(venv) bash-5.2# `,
    /// `postgres=# `, `irb(main):001:0> `.
    private static final Pattern REPL =
            Pattern.compile(
                    "(>>>|\\.\\.\\.|>|%|\\$|#|\\*|\\?-|In \\[\\d+]:|\\([A-Za-z-]+\\)|\u276f|\u03bb)\\s*"
                            + "|(\\([^)]*\\)\\s?)?\\[?[\\w.@:~/()+-]+[\\s\\w~/.*-]*]?[=-]?[>#$%]\\s*");

    /// Finds the prompt in the text before the cursor.
    ///
    /// @param beforeCursor the text of the cells left of the cursor in its row, including blanks;
    ///   for a wrapped row, the rows before it may precede it
    /// @return empty if it is blank or a progress display
    public static Optional<PromptText> at(String beforeCursor) {
        String text = beforeCursor.stripLeading();
        return text.isEmpty() || PROGRESS.matcher(text).matches()
                ? Optional.empty()
                : Optional.of(new PromptText(text, REPL.matcher(text).matches()));
    }
}
