package dev.nudge.text;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes text printable: one line of characters that are visible as themselves.
public final class Printable {
    /// A grapheme: an extended grapheme cluster of Unicode.
    public static final Pattern GRAPHEME = Pattern.compile("\\X");

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int PICTURE_SELECTOR = 0xFE0F;
    private static final int KEYCAP = 0x20E3;

    private Printable() {}

    /// Returns whether the character is visible as itself. Controls, lone surrogates, unassigned
    /// and private characters and invisible format characters are not: the last change the
    /// direction of writing (U+202A to U+202E, U+2066 to U+2069), hide text (tags, U+E0000 and up)
    /// or are dropped by the agent (U+200B, U+FEFF, rule R14). The joiners are kept, since emoji
    /// and several scripts need them.
    public static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            case Character.FORMAT ->
                    codePoint == ZERO_WIDTH_JOINER || codePoint == ZERO_WIDTH_NON_JOINER;
            default -> true;
        };
    }

    /// Returns a text in which nothing can change the terminal or how the text beside it is read:
    /// controls other than line feeds and tabs, format characters other than the joiners, line and
    /// paragraph separators and lone surrogates are written as `\u001b`. Since JSON does the same,
    /// its meaning stays. Only what stands for a byte ([Bytes]) is written as `\xe9`, which JSON
    /// does not have.
    public static String escaped(CharSequence text) {
        return Bytes.replaced(
                Bytes.shown(text.toString()),
                c -> isControl(c) && c != '\n' && c != '\t',
                Printable::escape);
    }

    private static String escape(int codePoint) {
        return Character.toString(codePoint)
                .chars()
                .mapToObj("\\u%04x"::formatted)
                .collect(Collectors.joining());
    }

    /// Returns whether the character controls a terminal or the direction of writing, or is an
    /// invisible format character. These are the characters that are not printable, except private
    /// and unassigned ones, which some fonts show.
    public static boolean isControl(int codePoint) {
        int type = Character.getType(codePoint);
        boolean mayShow = type == Character.PRIVATE_USE || type == Character.UNASSIGNED;
        return !isPrintable(codePoint) && !mayShow;
    }

    /// Returns whether the character separates words: blanks of every kind and line ends.
    private static boolean isBlank(int codePoint) {
        return Character.isWhitespace(codePoint)
                || Character.isSpaceChar(codePoint)
                || codePoint == 0x85;
    }

    /// Returns a text as one printable line: blanks and line ends are folded to single blanks, with
    /// none at either end, bytes are written as by [Bytes#shown], and characters that are not
    /// printable are dropped. Joiners and marks with nothing to join or mark are dropped too:
    /// programs disagree on their width, and a program that is wrong about it shows a broken
    /// screen.
    public static String line(String text) {
        StringBuilder line = new StringBuilder();
        int[] codePoints =
                Bytes.shown(text).codePoints().filter(c -> isBlank(c) || isPrintable(c)).toArray();
        for (int i = 0; i < codePoints.length; i++) {
            append(line, codePoints[i], i + 1 < codePoints.length ? codePoints[i + 1] : ' ');
        }
        return line.toString().stripTrailing();
    }

    /// Returns one line of a text unchanged, except that bytes are written as by [Bytes#shown],
    /// characters that are not printable are dropped, and each tab becomes a blank.
    public static String verbatim(String line) {
        StringBuilder shown = new StringBuilder();
        Bytes.shown(line)
                .codePoints()
                .filter(c -> isBlank(c) || isPrintable(c))
                .forEach(c -> shown.appendCodePoint(isBlank(c) ? ' ' : c));
        return shown.toString();
    }

    private static void append(StringBuilder line, int codePoint, int next) {
        int last = line.isEmpty() ? ' ' : line.codePointBefore(line.length());
        if (isBlank(codePoint)) {
            if (last != ' ') {
                line.append(' ');
            }
        } else if (isAtItsPlace(last, codePoint, next)) {
            line.appendCodePoint(codePoint);
        }
    }

    private static boolean isAtItsPlace(int last, int codePoint, int next) {
        return switch (codePoint) {
            case ZERO_WIDTH_JOINER -> isPicture(last) && isPicture(next);
            case ZERO_WIDTH_NON_JOINER -> isLetter(last) && isLetter(next);
            case PICTURE_SELECTOR, KEYCAP -> isPicture(last) || Character.isDigit(last);
            default -> !isMark(codePoint) || isLetter(last);
        };
    }

    private static boolean isLetter(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || isMark(codePoint);
    }

    private static boolean isPicture(int codePoint) {
        return Character.isExtendedPictographic(codePoint)
                || Character.isEmojiModifier(codePoint)
                || codePoint == PICTURE_SELECTOR;
    }

    private static boolean isMark(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    /// Cuts a text to at most this many code points, at the end of a grapheme (an extended grapheme
    /// cluster of Unicode). A single grapheme that is longer is left out.
    public static String cut(String text, int maxCodePoints) {
        if (text.codePointCount(0, text.length()) <= maxCodePoints) {
            return text;
        }
        Matcher grapheme = GRAPHEME.matcher(text);
        int most = text.offsetByCodePoints(0, maxCodePoints);
        int end = 0;
        while (grapheme.find() && grapheme.end() <= most) {
            end = grapheme.end();
        }
        return text.substring(0, end);
    }

    /// Cuts a text like [#cut], and adds three dots to show that something is missing.
    public static String shorten(String text, int maxCodePoints) {
        if (text.codePointCount(0, text.length()) <= maxCodePoints) {
            return text;
        }
        String dots = "...";
        return maxCodePoints <= dots.length()
                ? cut(text, maxCodePoints)
                : cut(text, maxCodePoints - dots.length()).stripTrailing() + dots;
    }

    /// Writes text as [#escaped] returns it: for what a terminal shows, and for JSON.
    public static final class EscapingWriter extends FilterWriter {
        /// The high surrogate of a character whose low surrogate has not come yet.
        private String half = "";

        public EscapingWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c));
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(new String(text, offset, length));
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            String all = half + text.substring(offset, offset + length);
            int whole = all.length();
            whole -= whole > 0 && Character.isHighSurrogate(all.charAt(whole - 1)) ? 1 : 0;
            half = all.substring(whole);
            out.write(escaped(all.substring(0, whole)));
        }
    }
}
