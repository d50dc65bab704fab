package dev.nudge.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Writes server-sent events whose data names their type.
///
/// @param out flushed after each event; the caller closes it
record EventStream(OutputStream out) {
    private static final JsonMapper JSON = new JsonMapper();

    void send(String type, Map<String, ?> values) throws IOException {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", type);
        data.putAll(values);
        String event = "event: %s\ndata: %s\n\n".formatted(type, JSON.writeValueAsString(data));
        out.write(event.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
