package dev.nudge.output.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.nudge.text.TextBound;
import java.util.Optional;

/// A regular expression (RE2) to look for in lines, bounded in what it costs.
public final class SearchPattern {
    private static final int MOST_STEPS = 5_000;

    private final Pattern pattern;
    private final PatternShape shape;

    private SearchPattern(Pattern pattern, PatternShape shape) {
        this.pattern = pattern;
        this.shape = shape;
    }

    /// Compiles a regular expression. Takes some milliseconds and little memory, whatever it is.
    ///
    /// @throws IllegalArgumentException if it is invalid or costs too much. The message follows the
    ///   name of the argument, and says what is wrong, where, and what the limit is
    public static SearchPattern compile(String regex) {
        TextBound.PATTERN
                .objection(regex)
                .ifPresent(objection -> {
                    throw new IllegalArgumentException(objection);
                });
        PatternShape shape = PatternShape.of(regex);
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

    public boolean isIn(CharSequence line) {
        return pattern.matcher(line).find();
    }

    /// Returns a line if it matches; empty if not. Of a line with more than `most` characters, only
    /// the part around the match is returned.
    public Optional<String> foundIn(String line, int most) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        if (line.length() <= most) {
            return Optional.of(line);
        }
        int from = Math.clamp(matcher.start() - most / 4L, 0, line.length() - most);
        int to = Math.min(line.length(), from + most);
        return Optional.of(
                (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : ""));
    }

    public String regex() {
        return pattern.pattern();
    }

    PatternShape shape() {
        return shape;
    }
}
