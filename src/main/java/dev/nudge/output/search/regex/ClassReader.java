package dev.nudge.output.search.regex;

import dev.nudge.output.search.regex.Regex.OneOf;
import dev.nudge.output.search.regex.Regex.Unknown;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Reads a class of characters, such as `[^a-z]`, of the text of a regular expression. For one
/// class.
final class ClassReader {
    private final RegexText text;
    private final BitSet ascii = new BitSet();
    private boolean isBeyond;
    private boolean isKnown;

    /// @param text behind the bracket
    /// @param isFolded whether the case is ignored
    ClassReader(RegexText text, boolean isFolded) {
        this.text = text;
        this.isKnown = !isFolded;
    }

    /// Reads it up to the bracket behind it.
    Regex read() {
        boolean isInverted = text.skip("^");
        for (boolean isFirst = true; !text.isEnd(); isFirst = false) {
            if (!isFirst && text.next() == ']') {
                break;
            }
            if (!skipNamed()) {
                readRange();
            }
        }
        text.skip("]");
        if (!isKnown) {
            return new Unknown();
        }
        OneOf set = new OneOf(ascii, isBeyond);
        return isInverted ? CharacterSets.inverted(set) : set;
    }

    /// Skips a set that has a name, such as `[:alpha:]`, if one is here.
    private boolean skipNamed() {
        if (text.next() != '[' || text.at(1) != ':') {
            return false;
        }
        for (int i = 2; text.at(i) != RegexText.END; i++) {
            if (text.at(i) == ':' && text.at(i + 1) == ']') {
                isKnown = false;
                text.skip(i + 2);
                return true;
            }
        }
        return false;
    }

    /// Reads a character, or two with all between them, or an escape such as `\d`, with which no
    /// such range begins.
    private void readRange() {
        @Nullable OneOf set = text.next() == '\\' ? CharacterSets.named(text.at(1)) : null;
        if (set != null) {
            text.skip(2);
            ascii.or(set.ascii());
            isBeyond |= set.isBeyond();
            return;
        }
        boolean isProperty = text.next() == '\\' && "pP".indexOf(text.at(1)) >= 0;
        int first = character();
        int last = first;
        if (!isProperty && text.next() == '-' && text.at(1) != RegexText.END && text.at(1) != ']') {
            text.skip(1);
            last = character();
        }
        add(first, last);
    }

    private int character() {
        int c = text.take();
        return c == '\\' ? text.escaped(text.take()) : c;
    }

    private void add(int first, int last) {
        if (first < 0 || last < first || last >= CharacterSets.ASCII) {
            isKnown = false;
        } else {
            ascii.set(first, last + 1);
        }
    }
}
