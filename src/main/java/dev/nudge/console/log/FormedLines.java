package dev.nudge.console.log;

import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.WholeLines;
import dev.nudge.protocol.Wire;
import dev.nudge.terminal.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// Brings lines into the form in which they are shown. A line of which nothing is left is not
/// shown.
final class FormedLines extends WholeLines {
    private static final int ROOM = 8 << 10;

    private final boolean isText;
    private final boolean isJson;
    private final OptionalLong job;
    private final OutputStream out;

    /// @param isText whether escape sequences are left out, and of overwritten text all but the
    ///   last version
    /// @param isJson whether each line becomes a JSON object on a line of its own (JSON Lines)
    /// @param job its number if each line names it; otherwise lines are byte for byte
    FormedLines(boolean isText, boolean isJson, OptionalLong job, OutputStream out) {
        super(ROOM);
        this.isText = isText;
        this.isJson = isJson;
        this.job = job;
        this.out = out;
    }

    @Override
    protected void lines(byte[] bytes, int from, int to) throws IOException {
        for (int at = from; at < to; ) {
            int end = ByteScan.lineEnd(bytes, at, to);
            byte[] line = Arrays.copyOfRange(bytes, at, end);
            byte[] shown =
                    isText
                            ? bytes(PlainText.readable(text(line)) + (isComplete(line) ? "\n" : ""))
                            : line;
            out.write(shown.length == 0 ? shown : named(shown));
            at = end;
        }
    }

    private byte[] named(byte[] line) {
        if (isJson) {
            Map<String, Object> object = new LinkedHashMap<>();
            job.ifPresent(number -> object.put("job", number));
            object.put("text", text(line));
            return bytes(Wire.write(object) + "\n");
        }
        return job.isPresent() ? prefixed(job.getAsLong(), line) : line;
    }

    private static byte[] prefixed(long job, byte[] line) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(bytes("[%d] ".formatted(job)));
        whole.writeBytes(line);
        whole.writeBytes(bytes(isComplete(line) ? "" : "\n"));
        return whole.toByteArray();
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

    @Override
    public void flush() throws IOException {
        super.flush();
        out.flush();
    }
}
