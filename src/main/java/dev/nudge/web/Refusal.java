package dev.nudge.web;

import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Sends refusals: in JSON, or as a page to a browser that shows it to a person.
final class Refusal {
    private Refusal() {}

    /// Sends the answer, a sentence for a person. Returns true, which tells the library that the
    /// request has been answered.
    static boolean send(
            int status, String message, Request request, Response response, Callback callback)
            throws IOException {
        boolean isPage =
                Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.ACCEPT), "")
                        .contains("text/html");
        String type = isPage ? "text/html; charset=utf-8" : "application/json";
        String text = isPage ? page(status, message) : Wire.write(Map.of("message", message));
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        Content.Sink.write(response, true, text, callback);
        return true;
    }

    /// Returns a page that looks like nudge's own, whose files such a browser cannot get.
    private static String page(int status, String message) throws IOException {
        try (InputStream page = Refusal.class.getResourceAsStream("refusal.html")) {
            return new String(Objects.requireNonNull(page).readAllBytes(), StandardCharsets.UTF_8)
                    .formatted(title(status), marked(message));
        }
    }

    private static String title(int status) {
        return switch (status) {
            case HttpStatus.UNAUTHORIZED_401 -> "This browser has not been let in";
            case HttpStatus.FORBIDDEN_403 -> "The page cannot be shown here";
            default -> "This did not work";
        };
    }

    /// Returns the message as HTML: its addresses become links, and `"nudge …"` a command.
    private static String marked(String message) {
        return message.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("http://[0-9.]+:\\d+", "<a href=\"$0\">$0</a>")
                .replaceAll("\"(nudge [^\"]*)\"", "<code>$1</code>");
    }
}
