package dev.nudge.cli;

import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Writes each line as a JSON object of its own (JSON Lines), with its text.
final class JsonLines extends LineStream {
    private final OutputStream out;

    JsonLines(OutputStream out) {
        super(out);
        this.out = out;
    }

    @Override
    void line(byte[] bytes) throws IOException {
        String json = Wire.write(Map.of("text", text(bytes))) + "\n";
        out.write(json.getBytes(StandardCharsets.UTF_8));
    }
}
