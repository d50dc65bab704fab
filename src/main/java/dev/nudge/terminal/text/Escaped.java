package dev.nudge.terminal.text;

import dev.nudge.text.Printable;
import dev.nudge.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Shows bytes that need not be text: visible characters as they are, and every other byte as
/// `\x00`, many equal ones as `\x00{512}`.
final class Escaped {
    /// Longer runs of equal bytes are shown with their number.
    private static final int MANY = 4;

    private Escaped() {}

    /// Returns a text whose only control characters are tabs.
    static String of(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int at = from; at < to; ) {
            int length = lengthOfCharacter(bytes, at, to);
            if (length == 0) {
                int end = at + 1;
                while (end < to && bytes[end] == bytes[at]) {
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
    private static int lengthOfCharacter(byte[] bytes, int at, int to) {
        byte b = bytes[at];
        if (b >= 0) {
            return (b >= ' ' && b != 0x7f) || b == '\t' ? 1 : 0;
        }
        int length = Math.min(to - at, Utf8.size(b & 0xff));
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
