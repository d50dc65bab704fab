package dev.nudge.output.search.regex;

import java.util.BitSet;
import java.util.List;

/// A part of a regular expression (RE2). The names of groups, and whether repetitions take as much
/// or as little as they can, are not kept: they do not change in which lines it is found.
public sealed interface Regex {
    /// Reads an expression. It is not compiled: a short text can stand for a program that fills the
    /// memory. Of a text that is not a regular expression, this reads what it can.
    static Regex read(String regex) {
        return new RegexReader(regex).read();
    }

    /// Parts that follow one another.
    record Sequence(List<Regex> parts) implements Regex {}

    /// Parts of which one is found.
    record Alternatives(List<Regex> branches) implements Regex {}

    /// A part in parentheses.
    record Group(Regex part) implements Regex {}

    /// A part that is found several times in a row.
    ///
    /// @param most [#ENDLESS] if there is no limit
    record Repeated(Regex part, int least, int most) implements Regex {
        static final int ENDLESS = -1;
    }

    /// A character that stands for itself.
    ///
    /// @param isAnyCase whether it stands for its other case too; only if it is ASCII
    record Letter(int character, boolean isAnyCase) implements Regex {}

    /// One of several characters.
    ///
    /// @param ascii those up to U+007F
    /// @param isBeyond whether all others belong to them; otherwise none does
    record OneOf(BitSet ascii, boolean isBeyond) implements Regex {}

    /// A place between two characters.
    enum Place implements Regex {
        START,
        END,

        /// Between a word and something else, or where neither is.
        OTHER
    }

    /// A character or a class of which no more is known.
    record Unknown() implements Regex {}
}
