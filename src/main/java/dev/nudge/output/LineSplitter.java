package dev.nudge.output;

import dev.nudge.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Splits the bytes of a file that grows into lines. NUL bytes are left out: they are what a hole
/// in a file reads as, and a line may begin behind one.
final class LineSplitter {
    /// The most bytes of a line that are looked at.
    private static final int LONGEST = 16 << 10;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /// Adds lines that are whole now, without their line ends.
    ///
    /// @return the place behind the last line end in these bytes; `from` if there is none
    int split(byte[] bytes, int from, int to, List<String> lines) {
        int end = from;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                lines.add(text());
                line.reset();
                end = i + 1;
            } else if (bytes[i] != 0 && line.size() < LONGEST) {
                line.write(bytes[i]);
            }
        }
        return end;
    }

    /// Returns the text behind the last line end, if any.
    Optional<String> rest() {
        return line.size() == 0 ? Optional.empty() : Optional.of(text());
    }

    /// Forgets the text behind the last line end.
    void reset() {
        line.reset();
    }

    /// Returns the line as text; the start of a very long line ends with a whole character.
    private String text() {
        byte[] bytes = line.toByteArray();
        int cut = bytes.length < LONGEST ? 0 : Utf8.unfinished(bytes, 0, bytes.length);
        return new String(bytes, 0, bytes.length - cut, StandardCharsets.UTF_8);
    }
}
