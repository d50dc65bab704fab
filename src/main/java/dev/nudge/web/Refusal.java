package dev.nudge.web;

import dev.nudge.protocol.Wire;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Sends refusals: in JSON, or as a page to a browser that shows it to a person.
final class Refusal {
    private Refusal() {}

    /// Sends the answer, a sentence for a person. Returns true, which tells the library that the
    /// request has been answered.
    static boolean send(
            int status, String message, Request request, Response response, Callback callback) {
        boolean isPage =
                Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.ACCEPT), "")
                        .contains("text/html");
        String type = isPage ? "text/html; charset=utf-8" : "application/json";
        String text = isPage ? page(status, message) : Wire.write(Map.of("message", message));
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    /// Returns a page that looks like nudge's own, whose files such a browser cannot get.
    private static String page(int status, String message) {
        return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>nudge</title>
        <style>
        :root { color-scheme: light dark; }
        body { margin: 0; background: light-dark(#fff, #12181a); color: light-dark(#16211d, #e4ebe8);
            font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
        header { padding: 9px 16px; background: light-dark(#f4f6f5, #1b2326);
            border-bottom: 1px solid light-dark(#c9d1ce, #3a474b); }
        header, a { font-weight: 700; color: light-dark(#1a5f4e, #63d0b0); }
        main { max-width: 38em; padding: 16px; }
        h1 { font-size: 1.25rem; }
        code { font: 0.9em ui-monospace, "DejaVu Sans Mono", monospace; padding: 1px 5px;
            border-radius: 4px; background: light-dark(#f4f6f5, #1b2326); }
        </style>
        </head>
        <body>
        <header>nudge</header>
        <main>
        <h1>%s</h1>
        <p>%s</p>
        </main>
        </body>
        </html>
        """
                .formatted(title(status), marked(message));
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
