package dev.nudge.delivery.screen;

import dev.nudge.delivery.screen.ScreenProfile.Empty;
import dev.nudge.delivery.screen.ScreenProfile.Layout;
import java.util.List;
import java.util.regex.Pattern;

/// A prompt found on a screen.
///
/// @param frameRow first row of its frame
/// @param promptRow row with the mark
/// @param mark the mark, `>`
/// @param text the text of its rows, without mark and indentation
/// @param layout how it is drawn
/// @param origin the column from which the columns of the layout's hints are counted
record Composer(
        int frameRow, int promptRow, String mark, List<String> text, Layout layout, int origin) {
    /// Qwen Code draws a zero-width space behind its cursor.
    private static final Pattern INVISIBLE = Pattern.compile("[\\h\\x{200B}]*\\x{200B}$");

    Composer {
        text = text.stream().map(row -> INVISIBLE.matcher(row).replaceFirst("")).toList();
    }

    int lastRow() {
        return promptRow + text.size() - 1;
    }

    /// Returns whether the cursor is in the text. If keys go elsewhere, the cursor is there too.
    boolean holdsCursor(int x, int y) {
        return y >= promptRow && y <= lastRow() && x >= layout.rows().indent();
    }

    /// Returns whether the rows and the cursor show this hint and nothing else.
    boolean shows(Empty empty, int cursorX, int cursorY) {
        return cursorX == origin + empty.cursorX()
                && cursorY == promptRow
                && VisibleText.isWhole(text, empty.text());
    }

    /// Returns whether the rows show the hint of a prompt that can be typed into, wherever the
    /// cursor is.
    boolean showsHint() {
        return layout.empty().stream()
                .filter(Empty::isTypable)
                .anyMatch(empty -> VisibleText.isWhole(text, empty.text()));
    }

    /// Returns whether the rows show a hint, and no text of a person, wherever the cursor is.
    boolean isHint() {
        return layout.empty().stream().anyMatch(empty -> VisibleText.isWhole(text, empty.text()));
    }
}
