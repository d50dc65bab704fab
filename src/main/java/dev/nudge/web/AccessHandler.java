package dev.nudge.web;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/// Decides, before every other handler, who gets through: only the page itself, in a browser that
/// has the cookie, and for requests of the API only with the key. Hands out both for a token.
final class AccessHandler extends Handler.Wrapper {
    static final String ENTRANCE = "/enter";
    static final String TOKEN = "token";
    private static final String API = "/api/";
    private static final String KEY = "key";
    private static final String KEY_HEADER = "Nudge-Key";

    /// Scripts only from this server; styles also within the page, since its terminal makes them.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                    + " img-src 'self' data: blob:; font-src 'self'; connect-src 'self';"
                    + " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private static final String REFUSED =
            "A link lets in one browser, once. Run \"nudge web\" in a shell and open the link that it prints.";

    private final SignIn signIn;

    AccessHandler(SignIn signIn, Handler next) {
        super(next);
        this.signIn = signIn;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        secure(response);
        Optional<String> intruder = intruder(request);
        if (intruder.isPresent()) {
            return Refusal.send(
                    HttpStatus.FORBIDDEN_403, intruder.get(), request, response, callback);
        }
        String path = Request.getPathInContext(request);
        if (path.equals(ENTRANCE) && HttpMethod.GET.is(request.getMethod())) {
            return enter(request, response, callback);
        }
        boolean mayPass = hasCookie(request) && (!path.startsWith(API) || hasKey(request));
        return mayPass
                ? super.handle(request, response, callback)
                : Refusal.send(HttpStatus.UNAUTHORIZED_401, REFUSED, request, response, callback);
    }

    private static void secure(Response response) {
        response.getHeaders()
                .put("Content-Security-Policy", POLICY)
                .put("X-Content-Type-Options", "nosniff")
                .put("Referrer-Policy", "no-referrer")
                .put("Cross-Origin-Resource-Policy", "same-origin")
                .put("Cross-Origin-Opener-Policy", "same-origin")
                .put(HttpHeader.CACHE_CONTROL, "no-store");
    }

    /// Returns why the request does not come from the page; empty if it does.
    private Optional<String> intruder(Request request) {
        String host = header(request, HttpHeader.HOST);
        if (!signIn.isHost(host)) {
            return Optional.of(
                    "The page is not served under the name \"%s\". Use %s instead of it."
                            .formatted(host, signIn.url()));
        }
        String from = header(request, HttpHeader.ORIGIN);
        boolean mustSay =
                !HttpMethod.GET.is(request.getMethod())
                        || request.getHeaders().contains(HttpHeader.UPGRADE, "websocket");
        boolean isOther = from.isEmpty() ? mustSay : !from.equals(signIn.url());
        return isOther
                ? Optional.of(
                        "Requests from other pages are refused; this one comes from \"%s\"."
                                .formatted(from))
                : Optional.empty();
    }

    private static String header(Request request, HttpHeader name) {
        return Objects.requireNonNullElse(request.getHeaders().get(name), "");
    }

    private boolean hasCookie(Request request) {
        return Request.getCookies(request).stream()
                .filter(c -> c.getName().equals(signIn.cookieName()))
                .anyMatch(c -> signIn.isCookie(c.getValue()));
    }

    /// Returns whether the request has the key. A WebSocket or a download cannot send a header of
    /// the page's, and has it in the address.
    private boolean hasKey(Request request) {
        String header = request.getHeaders().get(KEY_HEADER);
        String key =
                header == null ? Request.extractQueryParameters(request).getValue(KEY) : header;
        return signIn.isKey(Objects.requireNonNullElse(key, ""));
    }

    private boolean enter(Request request, Response response, Callback callback)
            throws IOException {
        Fields query = Request.extractQueryParameters(request);
        if (!signIn.redeem(Objects.requireNonNullElse(query.getValue(TOKEN), ""))) {
            return Refusal.send(HttpStatus.UNAUTHORIZED_401, REFUSED, request, response, callback);
        }
        Response.addCookie(
                response,
                HttpCookie.build(signIn.cookieName(), signIn.cookie())
                        .httpOnly(true)
                        .sameSite(HttpCookie.SameSite.STRICT)
                        .path("/")
                        .build());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html; charset=utf-8");
        String page =
                ("<!doctype html><html lang=en><title>nudge</title>"
                                + "<link rel=icon href=\"/icon.svg\">"
                                + "<meta http-equiv=refresh content=\"0;url=/#key=%1$s\"><p><a href=\"/#key=%1$s\">nudge</a></p></html>\n")
                        .formatted(signIn.key());
        Content.Sink.write(response, true, page, callback);
        return true;
    }
}
