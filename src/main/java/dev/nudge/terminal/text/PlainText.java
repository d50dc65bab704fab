package dev.nudge.terminal.text;

import dev.nudge.terminal.emulator.LinePlayer;
import dev.nudge.text.Printable;
import dev.nudge.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Turns the output of a program on its terminal into text that can be read and typed.
public final class PlainText {
    private static final Pattern INVALID = Pattern.compile("\uFFFD+");
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]+");

    private PlainText() {}

    /// Returns the readable text of an output, with one printable line for each line that is not
    /// blank: escape sequences are removed, progress is collapsed to its last state, and blanks are
    /// folded. Each run of bytes that are not UTF-8 shows as one U+FFFD; a character cut off at the
    /// end is dropped.
    ///
    /// @return empty if there is nothing printable
    public static String lines(byte[] output) {
        byte[] still = CursorMoves.areIn(output) ? played(output) : output;
        int complete = still.length - Utf8.unfinished(still, 0, still.length);
        return collapsed(new String(still, 0, complete, StandardCharsets.UTF_8))
                .lines()
                .map(line -> INVALID.matcher(Printable.line(line)).replaceAll("\uFFFD"))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /// Returns the readable text of one line of output, without escape sequences and control
    /// characters, and with progress collapsed to its last state. Tabs stay. If the cursor is moved
    /// to other lines, these follow one another.
    ///
    /// @param line without its line end
    public static String readable(String line) {
        if (!hasControl(line)) {
            return line;
        }
        if (CursorMoves.areIn(line)) {
            byte[] still = played(line.getBytes(StandardCharsets.UTF_8));
            return new String(still, StandardCharsets.UTF_8);
        }
        String text = collapsed(line);
        return hasControl(text) ? CONTROLS.matcher(text).replaceAll("") : text;
    }

    private static String collapsed(String text) {
        LineCollapser collapser = new LineCollapser();
        EscapeFilter filter = new EscapeFilter(collapser::accept);
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
            filter.accept(text.codePointAt(at));
        }
        return collapser.text();
    }

    /// Returns what a person would see in the end.
    private static byte[] played(byte[] output) {
        LinePlayer player = new LinePlayer();
        ByteArrayOutputStream still = new ByteArrayOutputStream();
        for (int at = 0; at < output.length; ) {
            int end = at;
            while (end < output.length && output[end++] != '\n') {
                // Up to and with the line end.
            }
            player.play(output, at, end, end);
            while (player.rows() > LinePlayer.WINDOW) {
                take(player, still);
            }
            at = end;
        }
        for (int rows = player.rows(); rows > 0; rows--) {
            take(player, still);
        }
        return still.toByteArray();
    }

    private static void take(LinePlayer player, ByteArrayOutputStream out) {
        LinePlayer.Line line = player.take();
        out.writeBytes(line.text());
        if (line.isComplete()) {
            out.write('\n');
        }
    }

    /// Called for every line of large logs: a stream would take several times as long.
    private static boolean hasControl(String line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) != '\t' && Character.isISOControl(line.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /// Returns the number of bytes at the end of an output still being written that are incomplete:
    /// part of a character, of an escape sequence, or the return of a line end. Nothing can be told
    /// about a sequence that is longer than the given bytes.
    public static int unfinished(byte[] bytes, int length) {
        EscapeFilter filter = new EscapeFilter(_ -> {});
        int whole = 0;
        for (int i = 0; i < length; i++) {
            filter.accept(bytes[i] < 0 ? 0xff : bytes[i]); // no control character
            whole = filter.isInText() ? i + 1 : whole;
        }
        if (whole < length) {
            return length - whole;
        }
        return length > 0 && bytes[length - 1] == '\r' ? 1 : Utf8.unfinished(bytes, 0, length);
    }

    /// Keeps the last state of every line: text after a carriage return replaces the text before
    /// it, a backspace removes the character before it, and a NUL between words becomes a blank.
    private static final class LineCollapser {
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
}
