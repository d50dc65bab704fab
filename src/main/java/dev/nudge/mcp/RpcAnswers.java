package dev.nudge.mcp;

import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.ShownBytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Writes the answers to requests that the SDK does not handle.
final class RpcAnswers {
    private static final Logger LOG = System.getLogger(RpcAnswers.class.getName());
    private static final JsonMapper JSON = ShownBytes.mapper().build();
    private static final int INTERNAL_ERROR = -32603;

    private final LineWriter out;

    RpcAnswers(LineWriter out) {
        this.out = out;
    }

    /// What a request asks for.
    interface Work {
        /// Returns the result. Blocks as long as that takes.
        ///
        /// @throws Refusal if the answer is an error
        Map<String, Object> result(RpcLine.Request request) throws IOException;
    }

    /// A request that is answered with an error.
    static final class Refusal extends RuntimeException {
        static final int INVALID_PARAMS = -32602;
        private static final long serialVersionUID = 1;

        private final int code;
        private final transient Map<String, Object> data;

        Refusal(int code, String message, Map<String, Object> data) {
            super(message);
            this.code = code;
            this.data = data;
        }

        Refusal(int code, String message) {
            this(code, message, Map.of());
        }

        Map<String, Object> values() {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("code", code);
            values.put("message", getMessage());
            if (!data.isEmpty()) {
                values.put("data", data);
            }
            return values;
        }
    }

    /// Answers a request, unless it is cancelled meanwhile. Blocks as long as that takes.
    void answer(RpcLine.Request request, Work work) throws IOException {
        try {
            Map<String, Object> result = work.result(request);
            write(request, "result", result);
        } catch (Refusal e) {
            write(request, "error", e.values());
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a request failed", e);
            String message =
                    "nudge failed while it handled this request. Its daemon.log has the details.";
            write(request, "error", new Refusal(INTERNAL_ERROR, message).values());
        }
    }

    private void write(RpcLine.Request request, String name, Map<String, Object> content)
            throws IOException {
        if (OngoingCalls.isCancelled()) {
            return;
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", JSON.readTree(request.id()));
        answer.put(name, content);
        out.write(JSON.writeValueAsString(answer));
    }

    /// Sends a notification; one that cannot be written is lost with its connection.
    void notify(String method, Map<String, Object> params) {
        Map<String, Object> notification = new LinkedHashMap<>();
        notification.put("jsonrpc", "2.0");
        notification.put("method", method);
        notification.put("params", params);
        try {
            out.write(JSON.writeValueAsString(notification));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a notification could not be written", e);
        }
    }
}
