package dev.nudge.console;

import dev.nudge.delivery.screen.ScreenFile;
import dev.nudge.delivery.screen.ScreenReading;
import dev.nudge.delivery.typing.PaneView;
import java.util.List;

/// A pane's screen, and what nudge takes it for.
///
/// @param state as in [ScreenFile#words]
/// @param rule what decided, as in [ScreenReading]; may be empty
/// @param rows the text of the screen, from the top, without the blank rows at its end
/// @param firstRow first row of the prompt with its frame, 0-based
/// @param lastRow last row of the prompt; less than `firstRow` if there is none
public record SeenScreen(String state, String rule, List<String> rows, int firstRow, int lastRow) {
    public SeenScreen {
        rows = List.copyOf(rows);
    }

    static SeenScreen of(PaneView view) {
        ScreenReading reading = view.reading();
        List<String> rows = view.snapshot().rows();
        int end = rows.size();
        while (end > 0 && rows.get(end - 1).isBlank()) {
            end--;
        }
        return new SeenScreen(
                ScreenFile.words(reading.state()),
                reading.rule(),
                rows.subList(0, end),
                reading.firstRow(),
                reading.lastRow());
    }
}
