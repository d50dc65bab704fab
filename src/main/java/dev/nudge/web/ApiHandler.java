package dev.nudge.web;

import dev.nudge.protocol.Wire;
import dev.nudge.text.TextBound;
import dev.nudge.web.api.ApiReply;
import dev.nudge.web.api.ApiRequest;
import dev.nudge.web.api.RestApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/// Passes requests on to the [RestApi], and its answers back.
final class ApiHandler extends Handler.Abstract {
    private final RestApi api;

    ApiHandler(RestApi api) {
        this.api = api;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
            throws IOException {
        String path = Request.getPathInContext(request);
        if (!path.startsWith(RestApi.PREFIX)) {
            return false;
        }
        byte[] body = body(request);
        if (body.length > TextBound.PAGE_REQUEST) {
            String message =
                    "The request is longer than %d bytes.".formatted(TextBound.PAGE_REQUEST);
            return Refusal.send(
                    HttpStatus.PAYLOAD_TOO_LARGE_413, message, request, response, callback);
        }
        Map<String, String> query =
                Request.extractQueryParameters(request).stream()
                        .collect(Collectors.toMap(Fields.Field::getName, Fields.Field::getValue));
        ApiRequest asked = new ApiRequest(0, query, new String(body, StandardCharsets.UTF_8));
        send(api.answer(request.getMethod(), path, asked), response, callback);
        return true;
    }

    private static byte[] body(Request request) throws IOException {
        try (InputStream in = Content.Source.asInputStream(request)) {
            return in.readNBytes(TextBound.PAGE_REQUEST + 1);
        }
    }

    static void send(ApiReply reply, Response response, Callback callback) throws IOException {
        switch (reply) {
            case ApiReply.Json(int status, Object value) -> {
                response.setStatus(status);
                type(response, "application/json");
                Content.Sink.write(response, true, Wire.write(value), callback);
            }
            case ApiReply.Bytes(Map<String, String> headers, byte[] bytes) -> {
                headers.forEach((name, text) -> response.getHeaders().put(name, text));
                type(response, "application/octet-stream");
                response.write(true, ByteBuffer.wrap(bytes), callback);
            }
            case ApiReply.Download(String name, ApiReply.Content content) -> {
                type(response, "application/octet-stream");
                response.getHeaders()
                        .put("Content-Disposition", "attachment; filename=\"" + name + "\"");
                OutputStream out = Content.Sink.asOutputStream(response);
                content.write(out);
                // Not closed if that fails: its end would tell the browser that it has all.
                out.close();
                callback.succeeded();
            }
        }
    }

    private static void type(Response response, String type) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    }
}
