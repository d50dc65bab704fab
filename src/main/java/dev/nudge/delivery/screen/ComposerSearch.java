package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.Layout;
import dev.nudge.tmux.PaneSnapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Looks for an agent's prompt on a screen, starting at the bottom: anything above it that looks
/// like a prompt is printed text.
record ComposerSearch(ScreenProfile profile) {
    /// The most rows above the prompt that may belong to its frame.
    private static final int FRAME_ROWS = 8;

    private static final Pattern EDGE = Pattern.compile("\\h*|[▀▄─]+");

    Optional<Composer> find(PaneSnapshot screen) {
        return findAbove(screen, screen.rows().size());
    }

    Set<Integer> abandonedRows(PaneSnapshot screen, Composer current) {
        Set<Integer> rows = new HashSet<>();
        Optional<Composer> older = findAbove(screen, current.frameRow());
        while (older.isPresent()) {
            int end = Math.min(endOfOlder(older.get()), current.frameRow());
            IntStream.range(older.get().promptRow(), end).forEach(rows::add);
            older = findAbove(screen, older.get().frameRow());
        }
        addBeheaded(screen, current.frameRow(), rows);
        return rows;
    }

    /// Returns the row below an older prompt. Without indentation, nothing tells its draft from
    /// what was printed below it, so only the first row counts; the rest is never a whole text.
    private static int endOfOlder(Composer older) {
        return older.layout().rows().indent() == 0 ? older.promptRow() + 1 : older.lastRow() + 1;
    }

    /// Adds the rows of a prompt whose frame has scrolled off the screen. It looks like submitted
    /// text, but has a footer below it.
    private void addBeheaded(PaneSnapshot screen, int below, Set<Integer> rows) {
        for (int row = 0; row < Math.min(FRAME_ROWS, below); row++) {
            for (Layout layout : profile.layouts()) {
                if (layout.prompt().matcher(screen.rows().get(row)).matches()) {
                    int end = row + 1 + continuation(screen, row, layout).size();
                    if (isFooterAt(screen, end)) {
                        IntStream.range(row, Math.min(end, below)).forEach(rows::add);
                    }
                }
            }
        }
    }

    private boolean isFooterAt(PaneSnapshot screen, int row) {
        List<String> rows = screen.rows();
        return rows.subList(Math.min(row, rows.size()), Math.min(row + 2, rows.size())).stream()
                .anyMatch(r -> profile.footer().matcher(r.stripTrailing()).find());
    }

    private Optional<Composer> findAbove(PaneSnapshot screen, int end) {
        for (int row = end - 1; row >= 0; row--) {
            for (Layout layout : profile.layouts()) {
                Optional<Composer> found = at(screen, row, layout, end);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Composer> at(PaneSnapshot screen, int row, Layout layout, int end) {
        Matcher prompt = layout.prompt().matcher(screen.rows().get(row));
        if (!prompt.matches()) {
            return Optional.empty();
        }
        int first = Math.max(0, row - FRAME_ROWS);
        String above = String.join("\n", screen.rows().subList(first, row)) + "\n";
        Matcher frame = layout.above().matcher(above);
        if (!frame.find()) {
            return Optional.empty();
        }
        int frameRow = first + (int) above.substring(0, frame.start()).lines().count();
        String text = Objects.requireNonNullElse(prompt.group("text"), "");
        int origin = layout.rows().hasBar() ? prompt.start("mark") : 0;
        return following(screen, row, layout, end)
                .map(below ->
                        new Composer(
                                frameRow,
                                row,
                                prompt.group("mark"),
                                Stream.concat(Stream.of(text), below.stream()).toList(),
                                layout,
                                origin));
    }

    /// Returns the rows of a draft below its first; empty if what follows them cannot be below a
    /// prompt. Below an older prompt there is more, from those that came after it.
    private Optional<List<String>> following(
            PaneSnapshot screen, int promptRow, Layout layout, int end) {
        if (layout.below().isEmpty()) {
            return Optional.of(continuation(screen, promptRow, layout));
        }
        boolean isOlder = end < screen.rows().size();
        Pattern below = layout.below().get();
        return IntStream.range(promptRow + 1, end)
                .takeWhile(row ->
                        row - 1 == promptRow || layout.rows().include(screen.rows().get(row - 1)))
                .filter(row -> isBelow(below, screen.rows().subList(row, end), isOlder))
                .mapToObj(row -> screen.rows().subList(promptRow + 1, row))
                .map(layout.rows()::text)
                .findFirst();
    }

    private static boolean isBelow(Pattern below, List<String> rows, boolean isOlder) {
        Matcher matcher = below.matcher(String.join("\n", rows).stripTrailing() + "\n");
        return isOlder ? matcher.lookingAt() : matcher.matches();
    }

    /// Returns the rows of a draft below its first. A blank row is a blank line of the draft if the
    /// cursor is below it, or only indented rows follow; else it is the edge of the prompt.
    private List<String> continuation(PaneSnapshot screen, int promptRow, Layout layout) {
        List<String> rows = screen.rows();
        int indent = layout.rows().indent();
        int end = Math.min(rows.size(), promptRow + profile.promptRows());
        int last = promptRow;
        for (int row = promptRow + 1; row < end; row++) {
            boolean isText = isIndented(rows.get(row), indent);
            boolean isOwn =
                    isText
                            && (last == row - 1
                                    || row <= screen.cursor().y()
                                    || isBlock(rows, row, indent));
            if (isOwn) {
                last = row;
            } else if (!rows.get(row).isBlank()) {
                break;
            }
        }
        if (layout.isLeftByCursor()) {
            last = Math.max(last, emptyLastLine(screen, promptRow, end, indent));
        }
        return layout.rows().text(rows.subList(promptRow + 1, last + 1));
    }

    /// Returns the row of the cursor if a line break has just been typed there, else -1.
    private static int emptyLastLine(PaneSnapshot screen, int promptRow, int end, int indent) {
        int row = screen.cursor().y();
        boolean isBelow = row > promptRow && row < end && screen.cursor().x() == indent;
        return isBelow && screen.rows().get(row).isBlank() ? row : -1;
    }

    /// Returns whether every row from here to the next edge is indented; those of a footer are not.
    private static boolean isBlock(List<String> rows, int from, int indent) {
        return rows.subList(from, rows.size()).stream()
                .takeWhile(row -> !EDGE.matcher(row).matches())
                .allMatch(row -> isIndented(row, indent));
    }

    private static boolean isIndented(String row, int indent) {
        return !row.isBlank() && row.startsWith(" ".repeat(indent));
    }

    /// A prompt found on a screen, with its frame above the row of its mark, `>`.
    ///
    /// @param text the text of its rows, without mark and indentation
    /// @param origin the column from which the columns of the layout's hints are counted
    record Composer(
            int frameRow,
            int promptRow,
            String mark,
            List<String> text,
            Layout layout,
            int origin) {
        /// Qwen Code draws a zero-width space behind its cursor.
        private static final Pattern INVISIBLE = Pattern.compile("[\\h\\x{200B}]*\\x{200B}$");

        Composer {
            text = text.stream().map(row -> INVISIBLE.matcher(row).replaceFirst("")).toList();
        }

        int lastRow() {
            return promptRow + text.size() - 1;
        }

        /// Returns whether the cursor is in the text. If keys go elsewhere, the cursor does too.
        boolean holdsCursor(int x, int y) {
            return y >= promptRow && y <= lastRow() && x >= layout.rows().indent();
        }

        boolean shows(Empty empty, int cursorX, int cursorY) {
            return cursorX == origin + empty.cursorX()
                    && cursorY == promptRow
                    && isWhole(text, empty.text());
        }

        boolean showsHint() {
            return layout.empty().stream().anyMatch(e -> e.isTypable() && isWhole(text, e.text()));
        }

        boolean isHint() {
            return layout.empty().stream().anyMatch(empty -> isWhole(text, empty.text()));
        }

        /// Returns whether the rows show the whole text and nothing else. A prompt breaks rows
        /// between words, where it drops or hides white space, or within words longer than a row.
        static boolean isWhole(List<String> rows, String text) {
            // Each row is found once only, so that many blank rows cost no more.
            String shown =
                    rows.stream()
                            .map(Pattern::quote)
                            .collect(
                                    Collectors.joining(
                                            ")(?>\\p{javaWhitespace}*?",
                                            "(?>",
                                            ")\\p{javaWhitespace}*"));
            return Pattern.matches(shown, text);
        }
    }
}
