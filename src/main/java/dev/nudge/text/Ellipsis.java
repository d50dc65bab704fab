package dev.nudge.text;

import java.util.regex.MatchResult;

/// Shortens a text to its beginning or its end, with `…` where it was cut: at a line end if one is
/// near, else between words if a blank is near, and never within a grapheme. Lengths are in Unicode
/// code points and include the `…`.
public final class Ellipsis {
    public static final String MARK = "…";

    /// A line end counts as near within a third of the length, a blank within a fifth.
    private static final int LINE_SHARE = 3;

    private static final int WORD_SHARE = 5;

    private Ellipsis() {}

    /// Keeps the beginning.
    ///
    /// @param text printable characters and line feeds
    /// @param most 0 gives the empty text
    public static String start(String text, int most) {
        if (fits(text, most)) {
            return text;
        }
        if (most < 2) {
            return MARK.substring(0, Math.max(0, most));
        }
        String kept = Printable.cut(text, most - 1);
        int line = text.lastIndexOf('\n', kept.length());
        int word = text.lastIndexOf(' ', kept.length());
        return kept.substring(0, cut(kept.length(), line, word, most)).stripTrailing() + MARK;
    }

    /// Keeps the end, as [#start] keeps the beginning.
    public static String end(String text, int most) {
        if (fits(text, most)) {
            return text;
        }
        if (most < 2) {
            return MARK.substring(0, Math.max(0, most));
        }
        int hard = graphemeAt(text, text.offsetByCodePoints(text.length(), 1 - most));
        int line = text.indexOf('\n', hard - 1);
        int word = text.indexOf(' ', hard - 1);
        return MARK + text.substring(cut(hard, line, word, most)).stripLeading();
    }

    /// Returns the line end if it is near a place, else the blank if that is near, else the place
    /// itself. A negative `line` or `word` means that there is none.
    private static int cut(int hard, int line, int word, int most) {
        return line >= 0 && Math.abs(hard - line) <= most / LINE_SHARE
                ? line
                : word >= 0 && Math.abs(hard - word) <= most / WORD_SHARE ? word : hard;
    }

    private static boolean fits(String text, int most) {
        return text.codePointCount(0, text.length()) <= most;
    }

    private static int graphemeAt(String text, int index) {
        int from = Math.max(text.lastIndexOf('\n', index), text.lastIndexOf(' ', index));
        return Printable.GRAPHEME
                .matcher(text)
                .region(Math.max(0, from), text.length())
                .results()
                .mapToInt(MatchResult::start)
                .filter(start -> start >= index)
                .findFirst()
                .orElse(text.length());
    }
}
