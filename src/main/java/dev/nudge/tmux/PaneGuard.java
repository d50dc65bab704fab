package dev.nudge.tmux;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Builds the condition under which a pane gets keys: it is still as a snapshot shows it. tmux
/// evaluates the condition in the same command that sends the keys, so nothing happens in between.
///
/// The condition compares server, pane, its first process, the foreground program, title, cursor,
/// size, the last human key ([PaneSnapshot.LastKey#activity()]; exact only if that key was a second
/// or more before the snapshot, see [PaneSnapshot.LastKey#idleSeconds()]), the keys of other
/// programs, while they are counted ([Tmux#countKeys]), and the given rows. The pane must be alive,
/// in no mode, with its input on and not synchronized.
final class PaneGuard {
    /// Characters that mean only themselves in formats, shell patterns and regular expressions, and
    /// that a process argument carries in any locale.
    private static final String PLAIN = " _=<>@-'\"!~&";

    private PaneGuard() {}

    /// Returns the guard as a format that is `1` if it holds.
    ///
    /// @param firstRow first of the rows that must not have changed, an index into the snapshot
    static String format(PaneAddress pane, PaneSnapshot seen, int firstRow, int lastRow) {
        List<String> conditions = new ArrayList<>();
        conditions.add(equal("#{pid} #{pane_id}", pane.serverPid() + " " + pane.paneId()));
        conditions.add(equal("#{pane_pid}", Long.toString(seen.processes().firstPid())));
        conditions.add(
                equal("#{pane_dead}#{pane_in_mode}#{pane_input_off}#{pane_synchronized}", "0000"));
        conditions.add(
                equal(
                        "#{pane_width} #{pane_height} #{cursor_x} #{cursor_y}",
                        "%d %d %d %d"
                                .formatted(
                                        seen.width(),
                                        seen.height(),
                                        seen.cursorX(),
                                        seen.cursorY())));
        conditions.add(equal(PaneFormats.activity(pane.paneId()), seen.lastKey().activity()));
        conditions.add(equal(OthersKeys.FORMAT, OthersKeys.text(seen)));
        conditions.add(like("#{pane_current_command}", seen.currentCommand()));
        conditions.add(like("#{pane_title}", seen.title()));
        for (int row = Math.max(0, firstRow); row <= lastRow; row++) {
            addRow(conditions, seen, row);
        }
        return allTrue(conditions);
    }

    /// Joins conditions side by side, not nested: tmux limits the nesting of formats.
    private static String allTrue(List<String> conditions) {
        return "#{==:" + String.join("", conditions) + "," + "1".repeat(conditions.size()) + "}";
    }

    private static String equal(String format, String expected) {
        return "#{==:" + format + "," + PaneFormats.literal(expected) + "}";
    }

    /// Compares a value that a program has chosen, which may contain any characters.
    private static String like(String format, String expected) {
        return "#{m:" + pattern(expected, '?') + "," + format + "}";
    }

    /// Adds a condition for a row. tmux can only report where on the screen a pattern is first
    /// found, so a row whose pattern is also found above proves nothing and is left out.
    private static void addRow(List<String> conditions, PaneSnapshot seen, int row) {
        String text = row < seen.rows().size() ? seen.rows().get(row) : "";
        if (text.isBlank()) {
            return;
        }
        Pattern pattern = Pattern.compile(regex(text));
        for (int above = 0; above < row; above++) {
            if (pattern.matcher(seen.rows().get(above)).find()) {
                return;
            }
        }
        conditions.add("#{==:#{C/r:" + regex(text) + "}," + (row + 1) + "}");
    }

    private static String regex(String row) {
        return "^" + pattern(row, '.') + "$";
    }

    /// Returns a pattern as long as the text: a character that is not plain becomes one that stands
    /// for any single character. Nothing then needs an escape, whose rules differ between versions,
    /// and nothing can make the search slow, as several `*` would.
    private static String pattern(String text, char any) {
        StringBuilder pattern = new StringBuilder();
        text.codePoints().forEach(c -> pattern.appendCodePoint(isPlain(c) ? c : any));
        return pattern.toString();
    }

    private static boolean isPlain(int c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
    }
}
