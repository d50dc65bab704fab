package dev.nudge.terminal;

import dev.nudge.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Turns what a program wrote to its terminal into text that can be read and typed.
public final class PlainText {
    /// Bytes that are looked at: enough for 200 characters behind a long progress bar.
    private static final int HEAD = 64 * 1024;

    private static final Pattern INVALID = Pattern.compile("\uFFFD+");

    private PlainText() {}

    /// Gives the first text of an output as one line: without escape sequences, progress collapsed
    /// to its last state, blanks and line ends folded, only printable characters. Bytes that are
    /// not UTF-8 show as one U+FFFD each run; a character cut by the end of the bytes is dropped.
    ///
    /// @param head the first bytes of the output; those after 64 KiB are not looked at
    /// @param maxCodePoints length of the answer in Unicode code points; never in mid-grapheme
    /// @return empty if there is nothing printable
    public static String excerpt(byte[] head, int maxCodePoints) {
        LineCollapser collapser = new LineCollapser();
        EscapeFilter filter = new EscapeFilter(collapser::accept);
        decode(head).codePoints().forEach(filter::accept);
        String line = Printable.line(collapser.text());
        return Printable.cut(INVALID.matcher(line).replaceAll("\uFFFD"), maxCodePoints)
                .stripTrailing();
    }

    /// Reads at most 64 KiB of the stream and gives the excerpt of them. Does not close the stream.
    public static String excerpt(InputStream output, int maxCodePoints) throws IOException {
        return excerpt(output.readNBytes(HEAD), maxCodePoints);
    }

    /// Gives what can be read of one line of output: without escape sequences and control
    /// characters, progress collapsed to its last state. Tabs stay.
    ///
    /// @param line without its line end
    public static String readable(String line) {
        if (line.chars().noneMatch(PlainText::isControl)) {
            return line;
        }
        LineCollapser collapser = new LineCollapser();
        EscapeFilter filter = new EscapeFilter(collapser::accept);
        line.codePoints().forEach(filter::accept);
        return collapser
                .text()
                .codePoints()
                .filter(c -> !isControl(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isControl(int c) {
        return c != '\t' && Character.getType(c) == Character.CONTROL;
    }

    private static String decode(byte[] head) {
        int length = Math.min(head.length, HEAD);
        int complete = length - incompleteTail(head, length);
        return StandardCharsets.UTF_8.decode(ByteBuffer.wrap(head, 0, complete)).toString();
    }

    /// Counts the bytes of a UTF-8 character that has begun at the end and is not complete.
    private static int incompleteTail(byte[] bytes, int length) {
        for (int back = 1; back <= 3 && back <= length; back++) {
            int b = bytes[length - back] & 0xff;
            if (b < 0x80) {
                return 0;
            }
            if (b >= 0xc0) {
                int size = b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : 2;
                return size > back ? back : 0;
            }
        }
        return 0;
    }
}
