package dev.nudge.terminal.text;

/// Keeps the last state of every line: text after a carriage return replaces the text before it, a
/// backspace removes the character before it, and a NUL between words becomes a blank.
final class LineCollapser {
    private static final int BACKSPACE = 0x08;
    private static final int NEXT_LINE = 0x85;

    private final StringBuilder done = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private String overwritten = "";
    private boolean isWordEnded;

    void accept(int c) {
        switch (c) {
            case '\n', NEXT_LINE, 0x0b, 0x0c -> endLine();
            case '\r' -> startOver();
            case BACKSPACE -> line.setLength(lengthWithoutLast());
            case 0 -> isWordEnded = !line.isEmpty();
            default -> append(c);
        }
    }

    /// A NUL ends a word, as in `/proc/PID/cmdline`.
    private void append(int c) {
        if (isWordEnded) {
            line.append(' ');
            isWordEnded = false;
        }
        line.appendCodePoint(c);
    }

    /// Returns the text so far; the last line may be unfinished.
    String text() {
        return done + lastState();
    }

    private void endLine() {
        done.append(lastState()).append('\n');
        line.setLength(0);
        isWordEnded = false;
        overwritten = "";
    }

    /// Starts the line over. A tool that ends its progress with a return, or with blanks and a
    /// return, has said nothing new.
    private void startOver() {
        overwritten = lastState();
        line.setLength(0);
        isWordEnded = false;
    }

    private String lastState() {
        return line.toString().isBlank() ? overwritten : line.toString();
    }

    private int lengthWithoutLast() {
        return line.isEmpty() ? 0 : line.offsetByCodePoints(line.length(), -1);
    }
}
