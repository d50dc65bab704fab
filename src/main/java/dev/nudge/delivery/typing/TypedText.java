package dev.nudge.delivery.typing;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A text in a form that can be compared with a screen that shows it.
///
/// A prompt breaks a long line into rows and loses the blanks there, and terminals differ in how
/// they show emoji, joiners and combining marks. So blanks are left out, and only characters that
/// every terminal shows alike are kept: letters, digits, punctuation and symbols of the first 8192
/// code points, and CJK.
public record TypedText(String solid) {
    private static final Pattern SOLID =
            Pattern.compile(
                    "[\\x{0}-\\x{1fff}\\x{3041}-\\x{d7a3}\\x{ff01}-\\x{ff5e}&&[^\\p{M}\\p{Cf}\\p{Cc}\\p{Zs}]]+");

    public static TypedText of(String text) {
        return new TypedText(
                SOLID.matcher(text)
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.joining()));
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
}
