package dev.nudge.console.log;

import dev.nudge.protocol.Wire;
import dev.nudge.terminal.text.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// The forms of a line of output. Each takes a line with its line end, if it has one.
final class LineForm {
    private LineForm() {}

    /// Returns the readable part: without escape sequences, and of overwritten text only the last
    /// version.
    static byte[] readable(byte[] line) {
        return bytes(PlainText.readable(text(line)) + (isComplete(line) ? "\n" : ""));
    }

    /// Returns the text as a JSON object on a line of its own (JSON Lines).
    ///
    /// @param job its number, to be written too; empty if it is obvious
    static byte[] json(OptionalLong job, byte[] line) {
        Map<String, Object> object = new LinkedHashMap<>();
        job.ifPresent(number -> object.put("job", number));
        object.put("text", text(line));
        return bytes(Wire.write(object) + "\n");
    }

    /// Returns the line with the number of its job in front, byte for byte.
    static byte[] prefixed(long job, byte[] line) {
        byte[] prefix = bytes("[%d] ".formatted(job));
        int length = prefix.length + line.length;
        byte[] whole = Arrays.copyOf(prefix, length + (isComplete(line) ? 0 : 1));
        System.arraycopy(line, 0, whole, prefix.length, line.length);
        if (length < whole.length) {
            whole[length] = '\n';
        }
        return whole;
    }

    private static boolean isComplete(byte[] line) {
        return line[line.length - 1] == '\n';
    }

    /// Returns the text of a line without its line end. Blanks before the line end belong to the
    /// line; bytes that are not UTF-8 appear as U+FFFD.
    private static String text(byte[] line) {
        int length = line.length;
        if (isComplete(line)) {
            length--;
            length -= length > 0 && line[length - 1] == '\r' ? 1 : 0;
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
