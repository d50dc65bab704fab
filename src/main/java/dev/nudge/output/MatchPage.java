package dev.nudge.output;

import dev.nudge.output.Part.Matching;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/// Keeps the lines that match, with what is around them, in the manner of grep: `12: a match`,
/// `13-a line near it`, `--` between parts that do not touch.
final class MatchPage {
    private final UnaryOperator<String> style;
    private final int budget;
    private final Matching wanted;
    private final StringBuilder text = new StringBuilder();
    private final Deque<String> before = new ArrayDeque<>();
    private long lastShown;
    private int after;
    private long matches;
    private long shownMatches;
    private boolean isFull;

    MatchPage(UnaryOperator<String> style, int budget, Matching wanted) {
        this.style = style;
        this.budget = budget;
        this.wanted = wanted;
    }

    void add(RawLine line) {
        String shown = style.apply(line.text());
        if (wanted.pattern().matcher(shown).find()) {
            matches++;
            match(line.number(), shown);
        } else if (after > 0) {
            after--;
            show(line.number(), "-", shown);
        } else {
            remember(shown);
        }
    }

    private void match(long number, String shown) {
        long first = number - before.size();
        if (!text.isEmpty() && first > lastShown + 1) {
            append("--\n");
        }
        while (!before.isEmpty()) {
            show(number - before.size(), "-", before.removeFirst());
        }
        if (show(number, ":", shown)) {
            shownMatches++;
        }
        after = wanted.context();
    }

    private void remember(String shown) {
        before.add(shown);
        if (before.size() > wanted.context()) {
            before.removeFirst();
        }
    }

    private boolean show(long number, String mark, String shown) {
        lastShown = number;
        return append(number + mark + " " + shown + "\n");
    }

    private boolean append(String added) {
        isFull |= text.length() + added.length() > budget;
        if (!isFull) {
            text.append(added);
        }
        return !isFull;
    }

    Excerpt excerpt(long end) {
        String what = matches == 1 ? "the line that matches" : matches + " lines that match";
        String leftOut =
                shownMatches == matches
                        ? ""
                        : "%d of the matches did not fit: use a narrower pattern, or less context."
                                .formatted(matches - shownMatches);
        return new Excerpt(text.toString(), matches == 0 ? "no line matches" : what, leftOut, end);
    }
}
