package dev.nudge.request;

import dev.nudge.output.Part;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.text.TextBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The arguments of `read_output`.
///
/// @param job the job's number
/// @param view which part of it
/// @param isRaw whether escape sequences stay in the text
public record ReadRequest(long job, View view, boolean isRaw) {
    private static final int USUAL_TAIL = 100;
    private static final int MOST_CONTEXT = 100;

    /// The part that is wanted.
    public sealed interface View {
        /// A part of the output.
        record Of(Part part) implements View {}

        /// The output since this agent's last read.
        record News() implements View {}

        /// The terminal's screen, scrolled back by so many lines.
        record Screen(int back) implements View {}
    }

    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    public static ReadRequest of(@Nullable Map<String, Object> arguments, JobFinder jobs) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        return new ReadRequest(
                Arguments.job(given, jobs), view(given), Arguments.flag(given, "raw"));
    }

    private static View view(Map<String, Object> given) {
        List<View> views = new ArrayList<>();
        Arguments.count(given, "head").ifPresent(n -> views.add(of(new Part.Head(n))));
        Arguments.count(given, "tail").ifPresent(n -> views.add(of(new Part.Tail(n))));
        OptionalLong from = Arguments.wholeNumber(given, "from_line");
        OptionalLong to = Arguments.wholeNumber(given, "to_line");
        if (from.isPresent() || to.isPresent()) {
            if (from.orElse(1) > to.orElse(Long.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "from_line is %d and to_line is %d; expected the smaller one first"
                                .formatted(from.orElse(1), to.orElse(0)));
            }
            views.add(of(new Part.Lines(from.orElse(1), to.orElse(Long.MAX_VALUE))));
        }
        Arguments.text(given, "pattern", TextBound.PATTERN)
                .ifPresent(p -> views.add(of(matching(given, p))));
        if (Arguments.flag(given, "new")) {
            views.add(new View.News());
        }
        if (Arguments.flag(given, "screen")) {
            views.add(new View.Screen(Arguments.count(given, "scroll").orElse(0)));
        } else if (Arguments.count(given, "scroll").isPresent()) {
            throw new IllegalArgumentException(
                    "scroll is given without screen; expected screen: true with it");
        }
        if (views.size() > 1) {
            throw new IllegalArgumentException(
                    "more than one part is asked for; expected one of head, tail, from_line with to_line, pattern, new or screen");
        }
        return views.isEmpty() ? of(new Part.Tail(USUAL_TAIL)) : views.getFirst();
    }

    private static View of(Part part) {
        return new View.Of(part);
    }

    private static Part matching(Map<String, Object> given, String pattern) {
        int context = Arguments.count(given, "context").orElse(0);
        if (context > MOST_CONTEXT) {
            throw new IllegalArgumentException(
                    "context is %d; expected at most %d".formatted(context, MOST_CONTEXT));
        }
        return new Part.Matching(pattern(pattern), context);
    }

    /// Compiles a pattern.
    ///
    /// @throws IllegalArgumentException if it is not a pattern, or costs too much; the message says
    ///   why
    private static SearchPattern pattern(String text) {
        try {
            return SearchPattern.compile(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("pattern " + e.getMessage(), e);
        }
    }
}
