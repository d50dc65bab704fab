package dev.nudge.output.search;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;

/// A regular expression (RE2) to look for in lines, bounded in what it costs.
public final class SearchPattern {
    private static final int LONGEST = 1_000;
    private static final int MOST_STEPS = 5_000;

    private final Pattern pattern;
    private final List<String> needed;
    private final boolean isAnyCase;
    private final boolean isLiteral;

    private SearchPattern(Pattern pattern, PatternShape.Shape shape) {
        this.pattern = pattern;
        this.needed = shape.needed();
        this.isAnyCase = shape.isAnyCase();
        this.isLiteral =
                shape.isLiteral()
                        && !shape.needed().isEmpty()
                        && shape.needed().getFirst().chars().noneMatch(Character::isISOControl);
    }

    /// Compiles a regular expression. Takes some milliseconds and little memory, whatever it is.
    ///
    /// @throws IllegalArgumentException if it is not one, or costs too much: the message, which is
    ///   to follow the name of the argument, says which it is, where it is wrong and what the limit
    ///   is
    public static SearchPattern compile(String regex) {
        if (regex.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "has %d characters; expected at most %d".formatted(regex.length(), LONGEST));
        }
        PatternShape.Shape shape = PatternShape.of(regex);
        if (shape.size() > MOST_STEPS) {
            throw new IllegalArgumentException(
                    "is \"%s\", which costs too much: its repetitions multiply to %,d steps; expected at most %,d. Repeat less often, or use * or +"
                            .formatted(regex, shape.size(), MOST_STEPS));
        }
        try {
            return new SearchPattern(Pattern.compile(regex), shape);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "is \"%s\"; expected a regular expression (RE2, without look-around and back-references): %s"
                            .formatted(regex, e.getDescription()),
                    e);
        }
    }

    /// Whether it is found in a line.
    public boolean isIn(CharSequence line) {
        return pattern.matcher(line).find();
    }

    /// Returns the expression.
    public String regex() {
        return pattern.pattern();
    }

    /// Returns texts of which each line in which it is found contains one; empty if none are known.
    List<String> needed() {
        return needed;
    }

    /// Whether the ASCII letters of its needed texts may be of either case.
    boolean isAnyCase() {
        return isAnyCase;
    }

    /// Whether it is found wherever its needed text is.
    boolean isLiteral() {
        return isLiteral;
    }
}
