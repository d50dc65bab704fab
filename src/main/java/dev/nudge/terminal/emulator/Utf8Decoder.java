package dev.nudge.terminal.emulator;

/// Decodes UTF-8 byte by byte, so that a character may be split between chunks. Each maximal part
/// of an invalid sequence is one U+FFFD, as the WHATWG Encoding Standard says.
final class Utf8Decoder {
    /// The character is not complete.
    static final int PENDING = -1;

    /// The bytes pending were invalid: they count as U+FFFD, and this byte must be given again.
    static final int AGAIN = -2;

    static final int REPLACEMENT = 0xFFFD;

    private int needed;
    private int codePoint;
    private int lower = 0x80;
    private int upper = 0xBF;

    /// Returns whether no character has begun.
    boolean isIdle() {
        return needed == 0;
    }

    /// Takes one byte, 0 to 255, and returns a code point, [#PENDING] or [#AGAIN].
    int accept(int b) {
        return needed == 0 ? first(b) : following(b);
    }

    private int first(int b) {
        if (b < 0x80) {
            return b;
        }
        if (b < 0xC2 || b > 0xF4) {
            return REPLACEMENT;
        }
        if (b < 0xE0) {
            return expect(1, b & 0x1F);
        }
        return b < 0xF0 ? threeBytes(b) : fourBytes(b);
    }

    /// Begins a character of three bytes, except an overlong form or a surrogate.
    private int threeBytes(int b) {
        lower = b == 0xE0 ? 0xA0 : 0x80;
        upper = b == 0xED ? 0x9F : 0xBF;
        return expect(2, b & 0x0F);
    }

    /// Begins a character of four bytes, except an overlong form or one beyond U+10FFFF.
    private int fourBytes(int b) {
        lower = b == 0xF0 ? 0x90 : 0x80;
        upper = b == 0xF4 ? 0x8F : 0xBF;
        return expect(3, b & 0x07);
    }

    private int expect(int count, int bits) {
        needed = count;
        codePoint = bits;
        return PENDING;
    }

    private int following(int b) {
        boolean isValid = b >= lower && b <= upper;
        lower = 0x80;
        upper = 0xBF;
        if (!isValid) {
            needed = 0;
            return AGAIN;
        }
        codePoint = (codePoint << 6) | (b & 0x3F);
        needed--;
        return needed == 0 ? codePoint : PENDING;
    }
}
