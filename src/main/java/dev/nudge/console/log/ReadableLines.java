package dev.nudge.console.log;

import dev.nudge.terminal.text.PlainText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Passes on the readable part of each line: without escape sequences, and of overwritten text only
/// the last version.
final class ReadableLines extends LineStream {
    private final OutputStream out;

    ReadableLines(OutputStream out) {
        super(out);
        this.out = out;
    }

    @Override
    void line(byte[] bytes) throws IOException {
        String end = bytes[bytes.length - 1] == '\n' ? "\n" : "";
        out.write((PlainText.readable(text(bytes)) + end).getBytes(StandardCharsets.UTF_8));
    }
}
