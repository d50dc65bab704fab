package dev.nudge.web.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// The answer to a request of the page.
public sealed interface ApiReply {
    record Json(int status, Object value) implements ApiReply {}

    /// A part of a log; the headers say which.
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    record Bytes(Map<String, String> headers, byte[] bytes) implements ApiReply {}

    record Download(String name, Content content) implements ApiReply {}

    interface Content {
        /// @throws IOException if it cannot be read, or the browser has left
        void write(OutputStream out) throws IOException;
    }

    static Json ok(Object value) {
        return new Json(200, value);
    }

    static Json created(Object value) {
        return new Json(201, value);
    }

    /// Returns an answer that says no to a person.
    static Json refusal(int status, String message) {
        return new Json(status, Map.of("message", message));
    }

    /// Returns the answer to what may not be possible in the present state: 409 if it is refused.
    static ApiReply orConflict(Work work) throws IOException {
        try {
            return work.answer();
        } catch (IllegalArgumentException e) {
            return refusal(409, String.valueOf(e.getMessage()));
        }
    }

    interface Work {
        ApiReply answer() throws IOException;
    }
}
