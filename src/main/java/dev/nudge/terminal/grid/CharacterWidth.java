package dev.nudge.terminal.grid;

/// Computes how many columns of a terminal a character takes.
///
/// The wide ranges are those of Unicode 15 (EastAsianWidth.txt, classes W and F) without emoji.
/// Emoji and combining characters are looked up in the running Java, which knows a later Unicode.
/// The hexagrams U+4DC0 to U+4DFF, wide since Unicode 16, stay narrow, as programs draw them.
public final class CharacterWidth {
    static final int ZERO_WIDTH_JOINER = 0x200D;

    private static final int SOFT_HYPHEN = 0xAD;
    private static final int FIRST_COMBINING = 0x300;
    private static final int FIRST_WIDE = 0x1100;

    /// The first and last code point of each range, in order.
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0x4DBF, 0x4E00,
        0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B,
        0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18D08, 0x1AFF0, 0x1B2FB, 0x1F200, 0x1F265,
        0x20000, 0x2FFFD, 0x30000, 0x3FFFD
    };

    /// The widths looked up so far in the basic plane, plus 1; 0 if not looked up yet.
    private static final byte[] KNOWN = new byte[0x10000];

    private CharacterWidth() {}

    /// Returns 0 for a character drawn onto the one before it, 2 for a wide character, else 1.
    public static int of(int codePoint) {
        if (codePoint < FIRST_COMBINING) {
            return 1;
        }
        if (codePoint >= KNOWN.length) {
            return find(codePoint);
        }
        if (KNOWN[codePoint] == 0) {
            KNOWN[codePoint] = (byte) (find(codePoint) + 1);
        }
        return KNOWN[codePoint] - 1;
    }

    private static int find(int codePoint) {
        if (isCombining(codePoint)) {
            return 0;
        }
        return codePoint >= FIRST_WIDE && isWide(codePoint) ? 2 : 1;
    }

    static boolean isRegionalIndicator(int codePoint) {
        return codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
    }

    private static boolean isCombining(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            case Character.FORMAT -> codePoint != SOFT_HYPHEN && !isArabicSign(codePoint);
            default -> isJoiningJamo(codePoint);
        };
    }

    /// Returns whether this is a sign that precedes a number and has a shape of its own, although
    /// it is a format character.
    private static boolean isArabicSign(int codePoint) {
        return (codePoint >= 0x600 && codePoint <= 0x605)
                || codePoint == 0x6DD
                || codePoint == 0x70F
                || (codePoint >= 0x890 && codePoint <= 0x891)
                || codePoint == 0x8E2
                || codePoint == 0x110BD
                || codePoint == 0x110CD;
    }

    /// Returns whether this is a vowel or final consonant of Hangul, drawn into the syllable before
    /// it.
    private static boolean isJoiningJamo(int codePoint) {
        return (codePoint >= 0x1160 && codePoint <= 0x11FF)
                || (codePoint >= 0xD7B0 && codePoint <= 0xD7FB);
    }

    private static boolean isWide(int codePoint) {
        for (int i = 0; i < WIDE.length && WIDE[i] <= codePoint; i += 2) {
            if (codePoint <= WIDE[i + 1]) {
                return true;
            }
        }
        return Character.isEmojiPresentation(codePoint) && !isRegionalIndicator(codePoint);
    }
}
