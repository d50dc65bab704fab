package dev.nudge.web;

import dev.nudge.protocol.Wire;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Answers that say no: in JSON, or as a page for a person who sees it in the browser.
final class Refusal {
    private Refusal() {}

    /// Sends the answer.
    ///
    /// @param message a sentence for a person
    /// @return true, as the library wants it of an answer
    static boolean send(
            int status, String message, Request request, Response response, Callback callback) {
        boolean isPage =
                Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.ACCEPT), "")
                        .contains("text/html");
        String type = isPage ? "text/html; charset=utf-8" : "application/json";
        String text = isPage ? page(message) : Wire.write(Map.of("message", message));
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    private static String page(String message) {
        String text = message.replace("&", "&amp;").replace("<", "&lt;");
        return "<!doctype html><html lang=en><meta charset=utf-8><title>nudge</title><p>"
                + text
                + "</p></html>\n";
    }
}
