package dev.nudge.tmux;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Builds the condition under which a pane gets keys: it is still as a snapshot shows it; and
/// formats (tmux(1), "FORMATS") that show whether a person is using a pane. tmux evaluates the
/// condition in the same command that sends the keys, so nothing happens in between.
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
                        "#{pane_width} #{pane_height}",
                        seen.size().width() + " " + seen.size().height()));
        conditions.add(
                equal("#{cursor_x} #{cursor_y}", seen.cursor().x() + " " + seen.cursor().y()));
        conditions.add(equal(activity(pane.paneId()), seen.lastKey().activity()));
        conditions.add(equal(OthersKeys.FORMAT, OthersKeys.text(seen)));
        conditions.add(like("#{pane_current_command}", seen.processes().foreground()));
        conditions.add(like("#{pane_title}", seen.title()));
        for (int row = Math.max(0, firstRow); row <= lastRow; row++) {
            addRow(conditions, seen, row);
        }
        // Side by side, not nested: tmux limits the nesting of formats.
        return "#{==:" + String.join("", conditions) + "," + "1".repeat(conditions.size()) + "}";
    }

    /// Compares a value of tmux's own, which needs no escapes.
    private static String equal(String format, String expected) {
        return "#{==:" + format + "," + expected + "}";
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
        String regex = "^" + pattern(text, '.') + "$";
        if (seen.rows().subList(0, row).stream().noneMatch(Pattern.compile(regex).asPredicate())) {
            conditions.add("#{==:#{C/r:" + regex + "}," + (row + 1) + "}");
        }
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

    /// Returns a format that lists, for every session in which keys now reach this pane, the
    /// session's id and the second of its last key: `$0=1795210767 $3=1795210700 `.
    ///
    /// Tested on tmux 3.3a: `session_activity` changes when a client of that session sends a key,
    /// uses the mouse or attaches, and does not change for `send-keys`, `paste-buffer` or output.
    /// It is kept per session, even in a group, and is the latest of all clients of the session.
    /// Keys reach the pane exactly from the sessions whose current window has it as the active
    /// pane, so a person who works in another pane or window is not in the way; when that person
    /// comes back, the list changes, as with every key. A client with the flag `active-pane`, which
    /// has its own active pane, is not detected.
    static String activity(String paneId) {
        return "#{S:#{W:,#{P:,#{?" + isPane(paneId) + ",#{session_id}=#{session_activity} ,}}}}";
    }

    /// Returns a format that lists the ids of all sessions that contain the pane, each followed by
    /// a blank.
    static String sessions(String paneId) {
        return "#{S:#{W:#{P:#{?" + isPane(paneId) + ",#{session_id} ,}}}}";
    }

    /// Returns a format that is `1` inside a loop over panes when this pane's turn has come. The
    /// `?` stands for the `%` of the id, which `display-message` would take for a date.
    private static String isPane(String paneId) {
        return "#{m:?" + paneId.substring(1) + ",#{pane_id}}";
    }
}
