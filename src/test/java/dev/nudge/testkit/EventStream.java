package dev.nudge.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Writes server-sent events.
///
/// @param out flushed after each event; the caller closes it
record EventStream(OutputStream out) {
    private static final JsonMapper JSON = new JsonMapper();

    /// Writes an event whose data names its type.
    void send(String type, Map<String, ?> values) throws IOException {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", type);
        data.putAll(values);
        write("event: %s\ndata: %s\n\n".formatted(type, JSON.writeValueAsString(data)));
    }

    /// Writes an event without a type.
    void data(Map<String, ?> values) throws IOException {
        write("data: %s\n\n".formatted(JSON.writeValueAsString(values)));
    }

    /// Writes what is no event.
    void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
