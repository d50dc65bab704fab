package dev.nudge.terminal.text;

import dev.nudge.text.Printable;
import java.util.ArrayList;
import java.util.List;
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

    /// An option with the sign of a choice: `❯ red`, `◯ blue`, `[x] green`, `> yellow`.
    private static final Pattern MARKED =
            Pattern.compile(
                    "\\s*([\u276f\u25b8\u25b6\u27a4\u25cf\u25c9\u25ef\u25cb\u25e6\u2610\u2611\u25fb\u25fc]|>(?=\\s)|\\([ *]\\)|\\[[ xX*]])\\s*\\S.*");

    /// An option with its number: `1) red`, `2. blue`, `c) green`.
    private static final Pattern NUMBERED = Pattern.compile("\\s*(\\d{1,2}[.)]|[a-z]\\))\\s+\\S.*");

    private static final int MOST_LINES = 12;
    private static final int MOST_BELOW = 8;
    private static final int WIDEST = 80;
    private static final String BETWEEN = " / ";

    /// Finds the prompt in the text before the cursor; empty if it is blank or a progress display.
    ///
    /// @param beforeCursor the cells left of the cursor in its row, including blanks; for a wrapped
    ///   row, the rows before it may precede it
    public static Optional<PromptText> at(String beforeCursor) {
        String text = beforeCursor.stripLeading();
        return text.isEmpty() || PROGRESS.matcher(text).matches()
                ? Optional.empty()
                : Optional.of(new PromptText(text, REPL.matcher(text).matches()));
    }

    /// Finds a menu on a screen, with the cursor waiting at its end: its question, its options, and
    /// the prompt below them, if there is one. Returns its lines, with ` / ` between them: at most
    /// 12, each of 80 characters. Empty if there is no menu.
    ///
    /// @param cursor the row with the cursor
    public static Optional<String> menu(List<String> rows, int cursor) {
        int from = cursor;
        while (from > 0 && cursor - from < MOST_LINES && isMenuAbove(rows, from, cursor)) {
            from--;
        }
        int to = cursor + 1;
        while (to < rows.size() && to - cursor <= MOST_BELOW && !rows.get(to).isBlank()) {
            to++;
        }
        List<String> block = rows.subList(from, to);
        int first = firstOption(block);
        return first < 0 || (first == 0 && block.size() < 2)
                ? Optional.empty()
                : Optional.of(joined(block.subList(Math.max(0, first - 1), block.size())));
    }

    /// Stops at a blank row, except the cursor's own, which may be below the last option.
    private static boolean isMenuAbove(List<String> rows, int from, int cursor) {
        return !rows.get(from - 1).isBlank() && (from == cursor || !rows.get(from).isBlank());
    }

    private static int firstOption(List<String> lines) {
        int marked = -1;
        List<Integer> numbered = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (marked < 0 && MARKED.matcher(lines.get(i)).matches()) {
                marked = i;
            }
            if (NUMBERED.matcher(lines.get(i)).matches()) {
                numbered.add(i);
            }
        }
        if (numbered.size() > 1) {
            return numbered.getFirst();
        }
        // Other options are only indented, those above the marked one too.
        int first = marked;
        while (first > 1 && lines.get(first - 1).startsWith(" ")) {
            first--;
        }
        return first;
    }

    private static String joined(List<String> lines) {
        List<String> shown =
                lines.stream()
                        .map(line -> Printable.shorten(Printable.line(line), WIDEST))
                        .filter(line -> !line.isEmpty())
                        .toList();
        int most = Math.min(MOST_LINES, shown.size());
        String text = String.join(BETWEEN, shown.subList(0, most));
        return most < shown.size() ? text + BETWEEN + "…" : text;
    }

    /// Returns the last lines above a row without text, with ` / ` between them: at most three, up
    /// to a blank one. Empty if there are none.
    public static String linesAbove(List<String> rows, int row) {
        int to = row;
        while (to > 0 && rows.get(to - 1).isBlank()) {
            to--;
        }
        int from = to;
        while (from > 0 && to - from < 3 && !rows.get(from - 1).isBlank()) {
            from--;
        }
        return joined(rows.subList(from, to));
    }
}
