package dev.nudge.console.log;

import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// Writes the text of each line as a separate JSON object (JSON Lines).
final class JsonLines extends LineStream {
    private final OptionalLong job;
    private final OutputStream out;

    /// @param job its number, to be written too; empty if it is obvious
    JsonLines(OptionalLong job, OutputStream out) {
        super(out);
        this.job = job;
        this.out = out;
    }

    @Override
    void line(byte[] bytes) throws IOException {
        Map<String, Object> line = new LinkedHashMap<>();
        job.ifPresent(number -> line.put("job", number));
        line.put("text", text(bytes));
        out.write((Wire.write(line) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
