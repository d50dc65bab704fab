package dev.nudge.soak;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The screen of a [SoakAgent]: what was submitted scrolls by, the prompt in its frame stands below
/// it and is drawn anew over itself, as Gemini CLI does. What stood on the screen before stays.
final class SoakPrompt {
    private static final int COLUMNS = 76;
    private static final int PASTE_GUARD_MS = 40;
    private static final String PLACEHOLDER = "  Type your message or @path/to/file";
    private static final String FOCUS_IN = "\u001b[I";
    private static final String FOCUS_OUT = "\u001b[O";
    private static final String PASTE_BEGIN = "\u001b[200~";
    private static final String PASTE_END = "\u001b[201~";

    private final PrintStream terminal = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final Submission submission;
    private final StringBuilder arriving = new StringBuilder();
    private final StringBuilder text = new StringBuilder();
    private int cursorRow;
    private boolean isBegun;
    private boolean isWorking;
    private long pastedAt;

    /// @param submission told of each text that is submitted, and has to draw it
    SoakPrompt(Submission submission) {
        this.submission = submission;
    }

    /// Takes what was submitted.
    interface Submission {
        void submitted(String text, Runnable draw);
    }

    /// Shows the prompt for the first time.
    synchronized void begin() {
        isBegun = true;
        terminal.print("\u001b[?2004h\r\nSoak agent\r\n");
        draw(List.of());
    }

    synchronized void working(boolean works) {
        isWorking = works;
        draw(List.of());
    }

    /// Shows a text as submitted.
    synchronized void show(String submitted) {
        draw(wrap(submitted));
    }

    /// Takes bytes from the terminal, as Latin-1.
    synchronized void take(String bytes) {
        arriving.append(bytes);
        while (!arriving.isEmpty()) {
            if (arriving.indexOf(PASTE_BEGIN) == 0) {
                int end = arriving.indexOf(PASTE_END);
                if (end < 0) {
                    return;
                }
                paste(arriving.substring(PASTE_BEGIN.length(), end));
                arriving.delete(0, end + PASTE_END.length());
            } else if (arriving.indexOf(FOCUS_IN) == 0 || arriving.indexOf(FOCUS_OUT) == 0) {
                arriving.delete(0, FOCUS_IN.length());
            } else {
                key(arriving.charAt(0));
                arriving.deleteCharAt(0);
            }
        }
        draw(List.of());
    }

    private void paste(String bytes) {
        text.append(
                new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
        pastedAt = System.nanoTime();
    }

    private void key(char key) {
        boolean isPaste = System.nanoTime() - pastedAt < PASTE_GUARD_MS * 1_000_000L;
        if (key == '\r' && isPaste) {
            text.append('\n');
        } else if (key == '\r' || (key == '\t' && isWorking)) {
            submit();
        } else if (key >= ' ') {
            text.append(key);
        }
    }

    private void submit() {
        String submitted = text.toString().strip();
        if (!submitted.isEmpty()) {
            text.setLength(0);
            submission.submitted(submitted, () -> draw(wrap(submitted)));
        }
    }

    private void draw(List<String> history) {
        if (!isBegun) {
            return;
        }
        StringBuilder screen =
                new StringBuilder(isWorking ? title("✦  Working…") : title("◇  Ready"));
        screen.append(cursorRow > 0 ? "\u001b[" + cursorRow + "A" : "").append("\r\u001b[J");
        history.forEach(row -> screen.append(row).append("\r\n"));
        List<String> rows = text.isEmpty() ? List.of(" > " + PLACEHOLDER) : wrap(text.toString());
        screen.append("─".repeat(COLUMNS))
                .append("\r\n")
                .append("▄".repeat(COLUMNS))
                .append("\r\n");
        rows.forEach(row -> screen.append(row).append("\r\n"));
        screen.append("▀".repeat(COLUMNS)).append("\r\n/project  no sandbox  soak\r");
        int below = text.isEmpty() ? rows.size() + 1 : 2;
        int column = text.isEmpty() ? 3 : rows.getLast().length();
        screen.append("\u001b[").append(below).append("A\u001b[").append(column).append('C');
        cursorRow = text.isEmpty() ? 2 : rows.size() + 1;
        terminal.print(screen);
        terminal.flush();
    }

    private static String title(String title) {
        return "\u001b]0;" + title + " (soak)\u0007";
    }

    private static List<String> wrap(String text) {
        List<String> rows = new ArrayList<>();
        StringBuilder row = new StringBuilder(" > ");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (row.length() >= COLUMNS - 4 || c == '\n') {
                rows.add(row.toString());
                row = new StringBuilder("   ");
            }
            if (c != '\n') {
                row.append(c);
            }
        }
        rows.add(row.toString());
        return rows;
    }
}
