package dev.nudge.terminal.emulator;

import static java.util.Map.entry;

import dev.nudge.terminal.grid.Row;
import dev.nudge.terminal.grid.Style;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A screen as it is seen: of each row the characters with their looks, and what is known of cursor
/// and modes.
///
/// @param rows for each character (code point) a text such as `x fg=4 bold`; default blanks at the
///   end of a row are left out
record SeenScreen(List<List<String>> rows, Map<String, String> state) {
    private static final List<String> ATTRIBUTES =
            List.of("bold", "dim", "italic", "underline", "blink", "inverse", "hidden", "struck");

    SeenScreen {
        rows = rows.stream().map(SeenScreen::trimmed).toList();
        state = new TreeMap<>(state);
    }

    private static List<String> trimmed(List<String> row) {
        int end = row.size();
        while (end > 0 && row.get(end - 1).equals(" ")) {
            end--;
        }
        return List.copyOf(row.subList(0, end));
    }

    /// Looks at a terminal of ours.
    static SeenScreen of(TerminalState terminal) {
        List<List<String>> rows = terminal.screen.rows().stream().map(SeenScreen::row).toList();
        return new SeenScreen(rows, state(terminal));
    }

    private static List<String> row(Row row) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.columns(); i++) {
            String look = look(row.style(i));
            row.text(i).codePoints().forEach(c -> cells.add(Character.toString(c) + look));
        }
        return cells;
    }

    private static String look(long style) {
        return colour(" fg=", Style.foreground(style))
                + colour(" bg=", Style.background(style))
                + IntStream.range(0, ATTRIBUTES.size())
                        .filter(i -> Style.has(style, 1L << i))
                        .mapToObj(i -> " " + ATTRIBUTES.get(i))
                        .collect(Collectors.joining());
    }

    private static String colour(String place, int colour) {
        return colour == Style.DEFAULT_COLOUR
                ? ""
                : (colour & Style.RGB) == 0
                        ? place + colour
                        : place + "#" + HexFormat.of().toHexDigits(colour, 6);
    }

    private static Map<String, String> state(TerminalState terminal) {
        Cursor cursor = terminal.cursor;
        Modes modes = terminal.modes;
        return Map.ofEntries(
                entry("cursor_x", Integer.toString(cursor.column)),
                entry("cursor_y", Integer.toString(cursor.row)),
                entry("alternate_on", flag(terminal.isAlternate())),
                entry("cursor_flag", flag(modes.has(Modes.CURSOR_VISIBLE))),
                entry("insert_flag", flag(modes.isInsert)),
                entry("keypad_cursor_flag", flag(modes.has(Modes.APPLICATION_CURSOR))),
                entry("keypad_flag", flag(modes.has(Modes.APPLICATION_KEYPAD))),
                entry("wrap_flag", flag(modes.has(Modes.AUTOWRAP))),
                entry("origin_flag", flag(cursor.isOrigin)),
                entry("scroll_region_upper", Integer.toString(terminal.screen.top)),
                entry("scroll_region_lower", Integer.toString(terminal.screen.bottom)));
    }

    private static String flag(boolean isSet) {
        return isSet ? "1" : "0";
    }

    /// Leaves out erased cells at the ends of rows where the other screen has nothing: tmux shows
    /// them in the background they were erased with, but capture-pane does not print them.
    SeenScreen withoutErasedEnds(SeenScreen other) {
        List<List<String>> shorter = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            int length = i < other.rows.size() ? other.rows.get(i).size() : 0;
            List<String> row = rows.get(i);
            int end = row.size();
            while (end > length && row.get(end - 1).startsWith("  bg=")) {
                end--;
            }
            shorter.add(row.subList(0, end));
        }
        return new SeenScreen(shorter, state);
    }
}
