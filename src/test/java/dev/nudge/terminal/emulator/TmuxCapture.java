package dev.nudge.terminal.emulator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Reads what `tmux capture-pane -e` prints: text with SGR sequences, and line drawing between SO
/// and SI. It shares nothing with the terminal under test.
final class TmuxCapture {
    private static final String LINE_DRAWING = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";
    private static final String[] SIMPLE = {
        "", "bold", "dim", "italic", "underline", "blink", "", "inverse", "hidden", "struck"
    };

    private final Look look = new Look();
    private boolean isDrawing;

    /// Returns the characters of each line with their looks.
    static List<List<String>> rows(String capture) {
        TmuxCapture reader = new TmuxCapture();
        return capture.lines().map(reader::row).toList();
    }

    private List<String> row(String line) {
        List<String> cells = new ArrayList<>();
        int i = 0;
        while (i < line.length()) {
            int c = line.codePointAt(i);
            if (c == 0x1b) {
                int end = line.indexOf('m', i);
                select(line.substring(i + 2, end));
                i = end + 1;
            } else {
                character(c, cells);
                i += Character.charCount(c);
            }
        }
        return cells;
    }

    private void character(int c, List<String> cells) {
        if (c == 0x0e || c == 0x0f) {
            isDrawing = c == 0x0e;
        } else {
            int shown = isDrawing && c >= '`' && c <= '~' ? LINE_DRAWING.charAt(c - '`') : c;
            cells.add(Character.toString(shown) + look);
        }
    }

    private void select(String parameters) {
        Iterator<String> codes = List.of(parameters.split(";", -1)).iterator();
        while (codes.hasNext()) {
            select(codes.next(), codes);
        }
    }

    private void select(String text, Iterator<String> rest) {
        int code = text.isEmpty() ? 0 : number(text.split(":", -1)[0]);
        if (code == 0) {
            look.clear();
        } else if (code < 10) {
            look.set(SIMPLE[code], true);
        } else if (code / 10 == 3 || code / 10 == 9) {
            look.foreground = colour(code % 10, code / 10 == 9, rest);
        } else if (code / 10 == 4 || code / 10 == 10) {
            look.background = colour(code % 10, code / 10 == 10, rest);
        } else {
            throw new AssertionError("tmux printed the unexpected SGR " + text);
        }
    }

    private static String colour(int number, boolean isBright, Iterator<String> rest) {
        if (isBright) {
            return Integer.toString(number + 8);
        }
        return switch (number) {
            case 8 -> extended(rest);
            case 9 -> "";
            default -> Integer.toString(number);
        };
    }

    private static String extended(Iterator<String> rest) {
        return rest.next().equals("5")
                ? rest.next()
                : "#%02x%02x%02x"
                        .formatted(number(rest.next()), number(rest.next()), number(rest.next()));
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }
}
