package dev.nudge.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Unchecked;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Who may use the page, with the real daemon.
class PageAccessIT extends ClientStory {
    @AutoClose private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<String> get(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return Unchecked.get(() -> http.send(request, BodyHandlers.ofString()));
    }

    private int status(String method, String path, Map<String, String> headers) {
        return page.send(method, path, method.equals("POST") ? "{}" : "", headers).statusCode();
    }

    private Map<String, String> with(String name, String value) {
        Map<String, String> headers = new HashMap<>(page.headers());
        headers.put(name, value);
        return headers;
    }

    @Test
    void theLinkLetsOneBrowserInOnce() {
        String link = user.run("web", "--no-open").strip();
        HttpResponse<String> first = get(link);
        HttpResponse<String> second = get(link);

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
                .matches("nudge-\\d+=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict");
        assertThat(second.statusCode()).isEqualTo(401);
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(second.body()).contains("Run \\\"nudge web\\\" in a shell");
        String next = user.run("web");
        assertThat(next)
                .doesNotContain(link)
                .matches(
                        """
                        nudge: Open this link in a browser; it works once:
                        http://\\S+
                        nudge: "nudge web --stop" ends the page.
                        """);
        user.environment().put("SSH_CONNECTION", "192.0.2.7 50022 192.0.2.1 22");
        assertThat(user.run("web"))
                .matches(
                        "(?s).*run: ssh -L (\\d+):127\\.\\d+\\.\\d+\\.\\d+:\\1 192\\.0\\.2\\.1\n.*");
        user.environment().remove("SSH_CONNECTION");
    }

    @Test
    void nothingIsServedWithoutTheCookie() {
        for (String path : List.of("/", "/index.html", "/api/jobs", "/api/nothing", "/enter")) {
            assertThat(status("GET", path, Map.of())).as(path).isEqualTo(401);
        }
        String almost = page.cookie().substring(0, page.cookie().length() - 1) + "-";
        assertThat(status("GET", "/api/jobs", Map.of("Cookie", almost))).isEqualTo(401);
        assertThat(status("POST", "/api/jobs", Map.of("Origin", page.origin()))).isEqualTo(401);
        assertThat(page.send("GET", "/", "").statusCode()).isEqualTo(200);
    }

    /// DNS rebinding: a name of somebody else that leads to this machine.
    @Test
    void anotherHostIsRefused() throws IOException {
        for (String host :
                List.of(
                        "evil.example:" + port(),
                        "127.0.0.1",
                        "localhost:" + port(),
                        "[::1]:" + port())) {
            assertThat(exactly("/api/jobs", with("Host", host))).as(host).isEqualTo(403);
            assertThat(exactly("/enter?token=x", with("Host", host))).as(host).isEqualTo(403);
        }
        assertThat(exactly("/api/jobs", with("Host", "127.0.0.1:" + port()))).isEqualTo(200);
    }

    @Test
    void anotherPageIsRefused() {
        for (String other :
                List.of(
                        "null",
                        "http://evil.example",
                        "http://127.0.0.1:1",
                        "https://127.0.0.1:" + port(),
                        "http://localhost:" + port())) {
            Map<String, String> headers = with("Origin", other);
            assertThat(status("GET", "/api/jobs", headers)).as(other).isEqualTo(403);
            assertThat(status("POST", "/api/clean", headers)).as(other).isEqualTo(403);
        }
        assertThat(status("POST", "/api/clean", Map.of("Cookie", page.cookie())))
                .as("no origin")
                .isEqualTo(403);
    }

    @Test
    void webSocketsAreGuardedLikeEverythingElse() throws IOException {
        Map<String, String> cookie = Map.of("Cookie", page.cookie());
        Map<String, String> right = Map.of("Cookie", page.cookie(), "Origin", page.origin());
        for (String place : List.of("/api/live", "/api/jobs/1/terminal")) {
            String path = place + "?key=" + page.key();
            assertThat(upgrade(path, right)).as(path).isEqualTo(101);
            assertThat(upgrade(place, right)).as("no key").isEqualTo(401);
            assertThat(upgrade(place + "?key=" + cookieAlone(), right)).isEqualTo(401);
            assertThat(upgrade(path, Map.of("Origin", page.origin()))).isEqualTo(401);
            assertThat(upgrade(path, cookie)).isEqualTo(403);
            Map<String, String> evil =
                    Map.of("Cookie", page.cookie(), "Origin", "http://evil.example");
            assertThat(upgrade(path, evil)).isEqualTo(403);
            // Only one of several says what the server is to do.
            for (String several : List.of("h2c\r\nUpgrade: websocket", "h2c, websocket")) {
                Map<String, String> headers = Map.of("Cookie", page.cookie(), "Upgrade", several);
                assertThat(upgrade(path, headers)).as(several).isEqualTo(403);
            }
        }
    }

    private String cookieAlone() {
        return page.cookie().split("=", 2)[1];
    }

    /// Browsers send it to every port of this machine: also to a program that passes it on.
    @Test
    void cookieAloneShowsAndDoesNothing() {
        Map<String, String> cookie = Map.of("Cookie", page.cookie(), "Origin", page.origin());

        for (Map<String, String> headers : List.of(cookie, with("Nudge-Key", cookieAlone()))) {
            assertThat(status("GET", "/api/jobs", headers)).isEqualTo(401);
            assertThat(status("POST", "/api/clean", headers)).isEqualTo(401);
            assertThat(status("GET", "/api/nothing", headers)).isEqualTo(401);
        }
        assertThat(status("GET", "/", cookie)).isEqualTo(200);
        assertThat(status("GET", "/api/jobs?key=" + page.key(), cookie)).isEqualTo(200);
    }

    @Test
    void noScriptOfOthersRunsAndNoFileOutsideThePageIsServed() {
        HttpResponse<byte[]> start = page.send("GET", "/jobs/17", "");
        assertThat(start.statusCode()).isEqualTo(200);
        assertThat(start.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
                .doesNotContain("unsafe-eval");
        assertThat(start.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");

        for (String path :
                List.of(
                        "/../WebPage.class",
                        "/%2e%2e/WebPage.class",
                        "/WebPage.class",
                        "/..%2fx.js",
                        "//etc/x.txt")) {
            assertThat(page.send("GET", path, "").statusCode()).as(path).isBetween(400, 404);
        }
    }

    @Test
    void stoppedPageIsGoneAndItsCookieToo() throws IOException {
        assertThat(Files.getPosixFilePermissions(user.state().resolve("web.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(user.run("web", "--stop")).isEqualTo("The page is off.\n");
        assertThat(user.run("web", "--stop")).isEqualTo("The page was not on.\n");
        assertThat(user.state().resolve("web.json")).doesNotExist();
        String cookie = page.cookie();
        page.close();
        page = PageClient.open(user);
        assertThat(status("GET", "/", Map.of("Cookie", cookie))).isEqualTo(401);
    }

    private int upgrade(String path, Map<String, String> more) throws IOException {
        Map<String, String> headers = new HashMap<>();
        headers.put("Host", "127.0.0.1:" + port());
        headers.put("Connection", "Upgrade");
        headers.put("Upgrade", "websocket");
        headers.put("Sec-WebSocket-Version", "13");
        headers.put("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        headers.putAll(more);
        return exactly(path, headers);
    }

    /// Sends a request with exactly these headers, and returns the status of its answer.
    private int exactly(String path, Map<String, String> headers) throws IOException {
        URI place = URI.create(page.origin());
        try (Socket socket = new Socket(place.getHost(), place.getPort())) {
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\n");
            headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
            socket.getOutputStream().write((request + "\r\n").getBytes(US_ASCII));
            String answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))
                            .readLine();
            return Integer.parseInt(answer.split(" ", -1)[1]);
        }
    }
}
