package dev.nudge.lifecycle;

import java.util.List;

/// Structured output: the lines of a screen, from the top. It may have no line.
public record AnsiOutput(List<List<AnsiToken>> lines) {
    public AnsiOutput {
        lines = lines.stream().map(List::copyOf).toList();
    }
}
