package dev.nudge.web.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// The answer to a request of the page.
public sealed interface ApiReply {
    /// A value, to be written as JSON.
    ///
    /// @param status of HTTP
    record Json(int status, Object value) implements ApiReply {}

    /// A part of a log.
    ///
    /// @param headers which part it is
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    record Bytes(Map<String, String> headers, byte[] bytes) implements ApiReply {}

    /// A file to save.
    record Download(String name, Content content) implements ApiReply {}

    /// Writes the content of a file.
    interface Content {
        /// @throws IOException if it cannot be read, or the browser has left
        void write(OutputStream out) throws IOException;
    }

    /// Returns a value.
    static Json ok(Object value) {
        return new Json(200, value);
    }

    /// Returns a value that was created.
    static Json created(Object value) {
        return new Json(201, value);
    }

    /// Returns an answer that says no.
    ///
    /// @param message for a person
    static Json refusal(int status, String message) {
        return new Json(status, Map.of("message", message));
    }
}
