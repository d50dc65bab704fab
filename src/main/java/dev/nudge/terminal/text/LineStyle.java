package dev.nudge.terminal.text;

import dev.nudge.text.Printable;
import dev.nudge.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

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
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; ) {
            int length = lengthOfCharacter(bytes, at);
            if (length == 0) {
                int end = at + 1;
                while (end < bytes.length && bytes[end] == bytes[at]) {
                    end++;
                }
                String hex = "\\x%02x".formatted(bytes[at] & 0xff);
                text.append(end - at > MANY ? hex + "{" + (end - at) + "}" : hex.repeat(end - at));
                at = end;
            } else {
                text.append(new String(bytes, at, length, StandardCharsets.UTF_8));
                at += length;
            }
        }
        return text.toString();
    }

    /// Returns the length of the character that begins at an index, in bytes; 0 if none does, or
    /// one that is not visible.
    private static int lengthOfCharacter(byte[] bytes, int at) {
        byte b = bytes[at];
        if (b >= 0) {
            return (b >= ' ' && b != 0x7f) || b == '\t' ? 1 : 0;
        }
        int length = Math.min(bytes.length - at, Utf8.size(b & 0xff));
        try {
            String character =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes, at, length))
                            .toString();
            return Printable.isPrintable(character.codePointAt(0)) ? length : 0;
        } catch (CharacterCodingException e) {
            return 0;
        }
    }
}
