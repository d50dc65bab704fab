package dev.nudge.terminal;

import java.util.List;

/// Lines of a terminal with their looks, from the top. There may be none.
///
/// @param lines the tokens of each line; together they have a text for every column
public record StyledLines(List<List<StyledToken>> lines) {
    public StyledLines {
        lines = lines.stream().map(List::copyOf).toList();
    }
}
