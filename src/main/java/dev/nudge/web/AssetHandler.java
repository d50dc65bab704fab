package dev.nudge.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Serves the files of the page, which are resources of the program. A path without a dot is a
/// place within the page, so it gets the start page.
final class AssetHandler extends Handler.Abstract {
    private static final String FOLDER = "page";
    private static final String START = "/index.html";
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "mjs", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml",
                    "txt", "text/plain; charset=utf-8");

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws IOException {
        if (!HttpMethod.GET.is(request.getMethod())) {
            String message = "Files of the page can only be read.";
            return Refusal.send(
                    HttpStatus.METHOD_NOT_ALLOWED_405, message, request, response, callback);
        }
        String asked = Request.getPathInContext(request);
        String path = asked.contains(".") ? asked : START;
        Optional<byte[]> file = read(path);
        if (file.isEmpty()) {
            String message = "The page has no file \"%s\".".formatted(asked);
            return Refusal.send(HttpStatus.NOT_FOUND_404, message, request, response, callback);
        }
        send(file.get(), TYPES.getOrDefault(ending(path), ""), request, response, callback);
        return true;
    }

    /// Reads a file; empty if there is none, or it is of an unknown type.
    private static Optional<byte[]> read(String path) throws IOException {
        if (path.contains("..") || path.contains("//") || !TYPES.containsKey(ending(path))) {
            return Optional.empty();
        }
        try (InputStream file = AssetHandler.class.getResourceAsStream(FOLDER + path)) {
            return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
        }
    }

    private static String ending(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private static void send(
            byte[] file, String type, Request request, Response response, Callback callback) {
        CRC32 sum = new CRC32();
        sum.update(file);
        String tag = "\"%x-%x\"".formatted(file.length, sum.getValue());
        response.getHeaders()
                .put(HttpHeader.CACHE_CONTROL, "no-cache")
                .put(HttpHeader.ETAG, tag)
                .put(HttpHeader.CONTENT_TYPE, type);
        boolean isKnown =
                tag.equals(
                        Objects.requireNonNullElse(
                                request.getHeaders().get(HttpHeader.IF_NONE_MATCH), ""));
        response.setStatus(isKnown ? HttpStatus.NOT_MODIFIED_304 : HttpStatus.OK_200);
        response.write(true, isKnown ? ByteBuffer.allocate(0) : ByteBuffer.wrap(file), callback);
    }
}
