package dev.nudge.protocol;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// The one request of the role [Hello#CLI], which stops the daemon. All releases understand it, so
/// that a program can stop the daemon of another release.
public final class StopRequest {
    public static final String LINE = "{\"type\":\"stop\"}";

    private static final String OTHER =
            "The request is not understood; client and daemon may be of different versions. End the daemon, the next call starts another: nudge daemon stop";

    private StopRequest() {}

    public static boolean is(String line) {
        return object(line).path("type").asString("").equals("stop");
    }

    /// Returns the pid of the daemon that stops, from its answer; empty for another line.
    public static Optional<Long> stopped(String line) {
        return Optional.of(object(line))
                .filter(answer -> answer.path("type").asString("").equals("stopping"))
                .map(answer -> answer.path("pid").asLong());
    }

    private static JsonNode object(String line) {
        try {
            return Wire.read(line, JsonNode.class);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    public static String answer(long pid) {
        return "{\"type\":\"stopping\",\"pid\":" + pid + "}";
    }

    /// Returns the answer to any other line, which a program of another release may send.
    public static String refusal() {
        return "{\"type\":\"failure\",\"message\":" + Wire.write(OTHER) + "}";
    }
}
