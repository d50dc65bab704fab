package dev.nudge.terminal.text;

import dev.nudge.terminal.emulator.HeadlessTerminal;
import java.io.IOException;
import java.io.InputStream;

/// Plays back a program's output on its terminal, and returns the text that is left to read.
public final class Playback {
    private static final int CHUNK = 64 * 1024;

    private Playback() {}

    /// Returns all text, scrollback first, with wrapped lines joined. Reads to the end; does not
    /// close the stream.
    ///
    /// @param recording all bytes, as they were written
    /// @param columns of the terminal when the program started
    /// @param rows of the terminal when the program started
    public static String of(InputStream recording, int columns, int rows) throws IOException {
        HeadlessTerminal terminal = new HeadlessTerminal(columns, rows);
        byte[] chunk = new byte[CHUNK];
        for (int length = recording.read(chunk); length >= 0; length = recording.read(chunk)) {
            terminal.feed(chunk, 0, length);
        }
        return terminal.text();
    }
}
