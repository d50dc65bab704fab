package dev.nudge.console.view;

import dev.nudge.terminal.grid.CharacterWidth;
import dev.nudge.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.IntStream;

/// Measures printable text in terminal cells. Where terminals disagree (joined emoji), it assumes
/// the most that one may use, so that no line wraps.
public final class Cells {
    private static final String DOTS = "...";
    static final String GAP = "  ";

    private Cells() {}

    public static int width(String text) {
        return text.codePoints().map(CharacterWidth::of).sum();
    }

    public static void pad(StringBuilder line, String text, int width) {
        line.append(text).repeat(' ', Math.max(0, width - width(text)));
    }

    /// Returns the width of each column of a table: that of its longest cell.
    public static List<Integer> widths(List<List<String>> rows) {
        return IntStream.range(0, rows.getFirst().size())
                .mapToObj(at -> rows.stream().mapToInt(row -> width(row.get(at))).max().orElse(0))
                .toList();
    }

    /// Returns a line of a table: cells of these widths, each with a gap behind it.
    public static String line(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.size(); i++) {
            pad(line, shorten(cells.get(i), widths.get(i)), widths.get(i));
            line.append(GAP);
        }
        return line.toString();
    }

    /// Breaks a text at its blanks into lines of at most this many cells; a longer word is
    /// shortened.
    ///
    /// @param cells at least as many as the dots take
    public static List<String> wrap(String text, int cells) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > cells) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(shorten(word, cells));
        }
        lines.add(line.toString());
        return lines;
    }

    /// Cuts a text to at most this many cells, at the end of a grapheme, and marks the cut with
    /// three dots.
    ///
    /// @param cells at least as many as the dots take
    public static String shorten(String text, int cells) {
        if (width(text) <= cells) {
            return text;
        }
        Matcher grapheme = Printable.GRAPHEME.matcher(text);
        int end = 0;
        int used = DOTS.length();
        while (grapheme.find()) {
            used += width(grapheme.group());
            if (used > cells) {
                break;
            }
            end = grapheme.end();
        }
        return text.substring(0, end).stripTrailing() + DOTS;
    }
}
