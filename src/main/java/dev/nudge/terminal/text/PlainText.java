package dev.nudge.terminal.text;

import dev.nudge.terminal.emulator.LinePlayer;
import dev.nudge.text.Printable;
import dev.nudge.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Turns the output of a program on its terminal into text that can be read and typed.
public final class PlainText {
    private static final Pattern INVALID = Pattern.compile("\uFFFD+");
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]+");

    /// An escape sequence of ECMA-48 and xterm, in its 7-bit or 8-bit form: CSI; OSC; DCS, SOS, PM
    /// or APC; any other. It may be incomplete. Unlike in a terminal, a line end inside a control
    /// sequence or OSC ends it: one stray escape byte in binary output must not swallow the rest.
    private static final Pattern SEQUENCE =
            Pattern.compile(
                    ("\\e(?:\\[%1$s|]%2$s|[PX^_]%3$s|[ -/]*+[0-~]?)"
                                    + "|[\\x90-\\x9f](?:(?<=\\x9b)%1$s|(?<=\\x9d)%2$s|(?<=[\\x90\\x98\\x9e\\x9f])%3$s)")
                            .formatted(
                                    "[ -?]*+[@-~\\x18\\x1a]?",
                                    "[^\\e\\n\\x07\\x18\\x1a\\x9c]*+(?:\\e(?:\\\\|\\z)|[\\x07\\x18\\x1a\\x9c])?",
                                    "[^\\e\\x18\\x1a\\x9c]*+(?:\\e(?:\\\\|\\z)|[\\x18\\x1a\\x9c])?"));

    private PlainText() {}

    /// Returns the readable text of an output, with one printable line for each line that is not
    /// blank: escape sequences are removed, progress is collapsed to its last state, and blanks are
    /// folded. Each run of bytes that are not UTF-8 shows as one U+FFFD; a character cut off at the
    /// end is dropped. Empty if there is nothing printable.
    public static String lines(byte[] output) {
        byte[] still = CursorMoves.areIn(output) ? played(output) : output;
        int complete = still.length - Utf8.unfinished(still, 0, still.length);
        return collapsed(new String(still, 0, complete, StandardCharsets.UTF_8))
                .lines()
                .map(line -> INVALID.matcher(Printable.line(line)).replaceAll("\uFFFD"))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /// Returns the readable text of one line of output, which has no line end: without escape
    /// sequences and control characters, and with progress collapsed to its last state. Tabs stay.
    /// If the cursor is moved to other lines, these follow one another.
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
        Matcher sequence = SEQUENCE.matcher(text);
        for (int at = 0, end; at < text.length(); at = end) {
            int c = text.codePointAt(at);
            boolean mayBegin = c == '\u001b' || (c >= 0x90 && c <= 0x9f);
            if (mayBegin && sequence.region(at, text.length()).lookingAt()) {
                end = sequence.end();
            } else {
                end = at + Character.charCount(c);
                collapser.accept(c);
            }
        }
        return collapser.text();
    }

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
        // Each byte that is not ASCII becomes one character, and none a control character.
        Matcher sequence =
                SEQUENCE.matcher(new String(bytes, 0, length, StandardCharsets.US_ASCII));
        while (sequence.find()) {
            if (sequence.end() == length && sequence.hitEnd()) {
                return length - sequence.start();
            }
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
