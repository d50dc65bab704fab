package dev.nudge.terminal.text;

import dev.nudge.text.Bytes;
import dev.nudge.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/// How a line of output becomes text.
public enum LineStyle {
    /// As it was written.
    RAW,

    /// Without escape sequences and control characters, and with progress collapsed to its last
    /// state.
    READABLE,

    /// As it was written, with `\x00` for each byte that is not part of a visible character, and
    /// `\x00{512}` for many equal ones.
    ESCAPED;

    /// Longer runs of equal bytes are shown with their number.
    private static final int MANY = 4;

    /// Returns the text of a line without its end. Bytes that are not UTF-8 show as U+FFFD unless
    /// they are escaped.
    public String text(byte[] bytes) {
        return this == ESCAPED ? escaped(bytes) : text(new String(bytes, StandardCharsets.UTF_8));
    }

    /// Returns the text of a line without its end. Tabs stay.
    public String text(String line) {
        return this == READABLE ? PlainText.readable(line) : line;
    }

    private static String escaped(byte[] bytes) {
        int[] shown = Bytes.text(bytes).codePoints().flatMap(LineStyle::shown).toArray();
        StringBuilder text = new StringBuilder();
        for (int at = 0, end; at < shown.length; at = end) {
            end = at + 1;
            if (shown[at] >= 0) {
                text.appendCodePoint(shown[at]);
                continue;
            }
            while (end < shown.length && shown[end] == shown[at]) {
                end++;
            }
            String hex = "\\x%02x".formatted(~shown[at]);
            text.append(end - at > MANY ? hex + "{" + (end - at) + "}" : hex.repeat(end - at));
        }
        return text.toString();
    }

    /// Returns a visible character, or each byte of another one as a negative number.
    private static IntStream shown(int character) {
        if (character == '\t' || Printable.isPrintable(character)) {
            return IntStream.of(character);
        }
        byte[] bytes = Bytes.of(Character.toString(character));
        return IntStream.range(0, bytes.length).map(i -> ~(bytes[i] & 0xff));
    }
}
