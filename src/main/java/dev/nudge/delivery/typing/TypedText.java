package dev.nudge.delivery.typing;

/// A text in a form that can be compared with a screen that shows it.
///
/// A prompt breaks a long line into rows and loses the blanks there, and terminals differ in how
/// they show emoji, joiners and combining marks. So blanks are left out, and only characters that
/// every terminal shows alike are kept: letters, digits, punctuation and symbols of the first 8192
/// code points, and CJK.
public record TypedText(String solid) {
    private static final int GENERAL_PUNCTUATION = 0x2000;
    private static final int CJK = 0x3041;
    private static final int CJK_END = 0xd7a3;
    private static final int FULL_WIDTH = 0xff01;
    private static final int FULL_WIDTH_END = 0xff5e;

    public static TypedText of(String text) {
        StringBuilder solid = new StringBuilder();
        text.codePoints().filter(TypedText::isSolid).forEach(solid::appendCodePoint);
        return new TypedText(solid.toString());
    }

    public boolean contains(TypedText other) {
        return solid.contains(other.solid);
    }

    boolean endsWith(TypedText other) {
        return !other.solid.isEmpty() && solid.endsWith(other.solid);
    }

    /// Returns whether this is all that a prompt shows of the other text.
    boolean isAllOrLongEndOf(TypedText other) {
        return equals(other) || isLongEndOf(other);
    }

    /// Returns whether this is the end of the other text, and too long for a coincidence. A prompt
    /// shows about ten rows and scrolls.
    boolean isLongEndOf(TypedText other) {
        return solid.length() >= 60 && other.solid.endsWith(solid);
    }

    private static boolean isSolid(int codePoint) {
        boolean isShownAlike =
                codePoint < GENERAL_PUNCTUATION
                        || (codePoint >= CJK && codePoint <= CJK_END)
                        || (codePoint >= FULL_WIDTH && codePoint <= FULL_WIDTH_END);
        return isShownAlike
                && switch (Character.getType(codePoint)) {
                    case Character.NON_SPACING_MARK,
                            Character.ENCLOSING_MARK,
                            Character.COMBINING_SPACING_MARK,
                            Character.FORMAT,
                            Character.CONTROL,
                            Character.SPACE_SEPARATOR ->
                            false;
                    default -> true;
                };
    }
}
