package dev.nudge.output.search.regex;

import dev.nudge.output.search.regex.Regex.OneOf;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The sets of characters that have a name in a regular expression (RE2): all of ASCII, or all but
/// some of it.
final class CharacterSets {
    static final int ASCII = 0x80;
    private static final String DIGITS = "09";
    private static final String BLANKS = "\t\n\f\r  ";
    private static final String WORDS = "09AZ__az";

    private CharacterSets() {}

    /// Returns the set of all characters.
    static OneOf any() {
        return inverted(new OneOf(new BitSet(), false));
    }

    /// Returns the characters that are not in a set.
    static OneOf inverted(OneOf set) {
        BitSet others = (BitSet) set.ascii().clone();
        others.flip(0, ASCII);
        return new OneOf(others, !set.isBeyond());
    }

    /// Returns the set that a letter behind a backslash stands for; null if it stands for none.
    static @Nullable OneOf named(int letter) {
        return switch (letter) {
            case 'd' -> of(DIGITS);
            case 's' -> of(BLANKS);
            case 'w' -> of(WORDS);
            case 'D' -> inverted(of(DIGITS));
            case 'S' -> inverted(of(BLANKS));
            case 'W' -> inverted(of(WORDS));
            default -> null;
        };
    }

    /// @param ranges the first and the last character of each
    private static OneOf of(String ranges) {
        BitSet ascii = new BitSet();
        for (int i = 0; i < ranges.length(); i += 2) {
            ascii.set(ranges.charAt(i), ranges.charAt(i + 1) + 1);
        }
        return new OneOf(ascii, false);
    }
}
