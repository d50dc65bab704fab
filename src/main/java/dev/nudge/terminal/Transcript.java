package dev.nudge.terminal;

import java.io.IOException;
import java.io.InputStream;

/// Plays what a program wrote to its terminal, and tells what is there to be read then.
public final class Transcript {
    private static final int CHUNK = 64 * 1024;

    private Transcript() {}

    /// Returns all text, scrollback first, lines that were wrapped whole again (rule R37). Reads to
    /// the end; does not close the stream.
    ///
    /// @param recording every byte, as it was written
    /// @param columns of the terminal when the program began
    /// @param rows of the terminal when the program began
    public static String of(InputStream recording, int columns, int rows) throws IOException {
        HeadlessTerminal terminal = new HeadlessTerminal(columns, rows);
        byte[] chunk = new byte[CHUNK];
        for (int length = recording.read(chunk); length >= 0; length = recording.read(chunk)) {
            terminal.feed(chunk, 0, length);
        }
        return terminal.text();
    }
}
