package dev.nudge.terminal.grid;

import java.util.Arrays;

/// Computes how many columns of a terminal a character takes.
///
/// The wide ranges are those of Unicode 15 (EastAsianWidth.txt, classes W and F) without emoji.
/// Emoji and combining characters are looked up in the running Java, which knows a later Unicode.
/// The hexagrams U+4DC0 to U+4DFF, wide since Unicode 16, stay narrow, as programs draw them.
public final class CharacterWidth {
    static final int ZERO_WIDTH_JOINER = 0x200D;

    private static final int FIRST_COMBINING = 0x300;

    /// The first and last code point of each range, in order; without the marks among them.
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x3029, 0x302E, 0x303E, 0x3041, 0x3098, 0x309B,
        0x3247, 0x3250, 0x4DBF, 0x4E00, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
        0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x16FE3, 0x16FE5,
        0x18D08, 0x1AFF0, 0x1B2FB, 0x1F200, 0x1F265, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD
    };

    /// Signs that precede a number and have a shape of their own, although they are format
    /// characters.
    private static final int[] ARABIC_SIGNS = {
        0x600, 0x605, 0x6DD, 0x6DD, 0x70F, 0x70F, 0x890, 0x891, 0x8E2, 0x8E2, 0x110BD, 0x110BD,
        0x110CD, 0x110CD
    };

    /// Vowels and final consonants of Hangul, drawn into the syllable before them.
    private static final int[] JOINING_JAMO = {0x1160, 0x11FF, 0xD7B0, 0xD7FB};

    private CharacterWidth() {}

    /// Returns 0 for a character drawn onto the one before it, 2 for a wide character, else 1.
    public static int of(int codePoint) {
        if (codePoint < FIRST_COMBINING) {
            return 1;
        }
        if (isIn(WIDE, codePoint)) {
            return 2;
        }
        boolean isRegionalIndicator = codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
        boolean isEmoji = Character.isEmojiPresentation(codePoint) && !isRegionalIndicator;
        return isCombining(codePoint) ? 0 : isEmoji ? 2 : 1;
    }

    private static boolean isCombining(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            case Character.FORMAT -> !isIn(ARABIC_SIGNS, codePoint);
            default -> isIn(JOINING_JAMO, codePoint);
        };
    }

    private static boolean isIn(int[] ranges, int codePoint) {
        int place = Arrays.binarySearch(ranges, codePoint);
        return place >= 0 || -place % 2 == 0;
    }
}
