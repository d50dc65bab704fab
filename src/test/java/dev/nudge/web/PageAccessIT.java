package dev.nudge.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Who may use the page, with the real daemon.
class PageAccessIT {
    @AutoClose private static NudgeUser user;

    @AutoClose private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        user = NudgeUser.create();
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    private String open() {
        return user.run("web", "--no-open").strip();
    }

    @Test
    void theLinkLetsOneBrowserInOnce() throws IOException, InterruptedException {
        String link = open();
        HttpResponse<String> first = get(link);
        HttpResponse<String> second = get(link);

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
                .matches("nudge-\\d+=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict");
        assertThat(second.statusCode()).isEqualTo(401);
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(second.body()).contains("Run \\\"nudge web\\\" in a shell");
    }

    @Test
    void linkComesWithWhatToDoWithIt() {
        assertThat(user.run("web"))
                .matches(
                        """
                        nudge: Open this link in a browser; it works once:
                        http://\\S+
                        nudge: "nudge web --stop" ends the page.
                        """);
        try (NudgeUser remote =
                NudgeUser.with(Map.of("SSH_CONNECTION", "192.0.2.7 50022 192.0.2.1 22"))) {
            assertThat(remote.run("web"))
                    .matches(
                            "(?s).*run: ssh -L (\\d+):127\\.\\d+\\.\\d+\\.\\d+:\\1 192\\.0\\.2\\.1\n.*");
        }
    }

    @Test
    void everyLinkIsAnother() {
        assertThat(open()).isNotEqualTo(open());
    }

    @Test
    void nothingIsServedWithoutTheCookie() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            for (String path : List.of("/", "/index.html", "/api/jobs", "/api/nothing", "/enter")) {
                assertThat(page.send("GET", path, "", Map.of()).statusCode())
                        .as(path)
                        .isEqualTo(401);
            }
            String almost = page.cookie().substring(0, page.cookie().length() - 1) + "-";
            assertThat(page.send("GET", "/api/jobs", "", Map.of("Cookie", almost)).statusCode())
                    .isEqualTo(401);
            assertThat(
                            page.send("POST", "/api/jobs", "{}", Map.of("Origin", page.origin()))
                                    .statusCode())
                    .isEqualTo(401);
            assertThat(page.send("GET", "/", "").statusCode()).isEqualTo(200);
        }
    }

    /// DNS rebinding: a name of somebody else that leads to this machine.
    @Test
    void anotherHostIsRefused() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            String port = page.origin().substring(page.origin().lastIndexOf(':'));
            for (String host :
                    List.of(
                            "evil.example" + port,
                            "127.0.0.1",
                            "localhost" + port,
                            "[::1]" + port)) {
                Map<String, String> other =
                        Map.of("Host", host, "Cookie", page.cookie(), "Nudge-Key", page.key());
                assertThat(status(page, "/api/jobs", other)).as(host).isEqualTo(403);
                assertThat(status(page, "/enter?token=x", other)).as(host).isEqualTo(403);
            }
            assertThat(
                            status(
                                    page,
                                    "/api/jobs",
                                    Map.of(
                                            "Host",
                                            "127.0.0.1" + port,
                                            "Cookie",
                                            page.cookie(),
                                            "Nudge-Key",
                                            page.key())))
                    .isEqualTo(200);
        }
    }

    @Test
    void anotherPageIsRefused() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            String port = page.origin().substring(page.origin().lastIndexOf(':'));
            for (String other :
                    List.of(
                            "null",
                            "http://evil.example",
                            "http://127.0.0.1:1",
                            "https://127.0.0.1" + port,
                            "http://localhost" + port)) {
                assertThat(with(page, "GET", "/api/jobs", Map.of("Origin", other)))
                        .as(other)
                        .isEqualTo(403);
                assertThat(with(page, "POST", "/api/clean", Map.of("Origin", other)))
                        .as(other)
                        .isEqualTo(403);
            }
            assertThat(
                            page.send("POST", "/api/clean", "{}", Map.of("Cookie", page.cookie()))
                                    .statusCode())
                    .as("no origin")
                    .isEqualTo(403);
        }
    }

    @Test
    void webSocketsAreGuardedLikeEverythingElse() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            Map<String, String> right = Map.of("Cookie", page.cookie(), "Origin", page.origin());
            for (String place : List.of("/api/live", "/api/jobs/1/terminal")) {
                String path = place + "?key=" + page.key();
                assertThat(upgrade(page, path, right)).as(path).isEqualTo(101);
                assertThat(upgrade(page, place, right)).as("no key").isEqualTo(401);
                assertThat(upgrade(page, place + "?key=" + cookieOf(page), right)).isEqualTo(401);
                assertThat(upgrade(page, path, Map.of("Origin", page.origin()))).isEqualTo(401);
                assertThat(upgrade(page, path, Map.of("Cookie", page.cookie()))).isEqualTo(403);
                assertThat(
                                upgrade(
                                        page,
                                        path,
                                        Map.of(
                                                "Cookie",
                                                page.cookie(),
                                                "Origin",
                                                "http://evil.example")))
                        .isEqualTo(403);
            }
        }
    }

    private static String cookieOf(PageClient page) {
        return page.cookie().split("=", 2)[1];
    }

    /// Only one of them says what the server is to do.
    @Test
    void webSocketWithSeveralUpgradesIsGuardedToo() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            String path = "/api/live?key=" + page.key();
            Map<String, String> several =
                    Map.of("Cookie", page.cookie(), "Upgrade", "h2c\r\nUpgrade: websocket");
            Map<String, String> listed =
                    Map.of("Cookie", page.cookie(), "Upgrade", "h2c, websocket");

            assertThat(upgrade(page, path, several)).isEqualTo(403);
            assertThat(upgrade(page, path, listed)).isEqualTo(403);
        }
    }

    /// Browsers send it to every port of this machine: also to a program that passes it on.
    @Test
    void cookieAloneShowsAndDoesNothing() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            Map<String, String> cookie = Map.of("Cookie", page.cookie(), "Origin", page.origin());
            Map<String, String> guessed = new HashMap<>(cookie);
            guessed.put("Nudge-Key", cookieOf(page));

            for (Map<String, String> headers : List.of(cookie, guessed)) {
                assertThat(page.send("GET", "/api/jobs", "", headers).statusCode()).isEqualTo(401);
                assertThat(page.send("POST", "/api/clean", "{}", headers).statusCode())
                        .isEqualTo(401);
                assertThat(page.send("GET", "/api/nothing", "", headers).statusCode())
                        .isEqualTo(401);
            }
            assertThat(page.send("GET", "/", "", cookie).statusCode()).isEqualTo(200);
            assertThat(page.send("GET", "/api/jobs?key=" + page.key(), "", cookie).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void noScriptOfOthersRuns() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            HttpResponse<byte[]> start = page.send("GET", "/jobs/17", "");
            assertThat(start.statusCode()).isEqualTo(200);
            assertThat(start.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
                    .doesNotContain("unsafe-eval");
            assertThat(start.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        }
    }

    @Test
    void filesOutsideThePageAreNotServed() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
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
    }

    @Test
    void stoppedPageIsGoneAndItsCookieToo() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            assertThat(user.run("web", "--stop")).isEqualTo("The page is off.\n");
            assertThat(user.run("web", "--stop")).isEqualTo("The page was not on.\n");
            assertThat(user.state().resolve("web.json")).doesNotExist();
            try (PageClient next = PageClient.open(user)) {
                assertThat(next.send("GET", "/", "", Map.of("Cookie", page.cookie())).statusCode())
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void theNextDaemonServesTheSamePage() throws IOException, InterruptedException {
        try (PageClient page = PageClient.open(user)) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(
                                            user.state().resolve("web.json"))))
                    .isEqualTo("rw-------");
            user.killDaemon();
            user.startDaemon();
            await().atMost(Patience.LONG)
                    .ignoreExceptions()
                    .until(() -> page.send("GET", "/api/status", "").statusCode() == 200);
            assertThat(page.get("/api/status").path("pid").longValue()).isEqualTo(user.daemonPid());
        }
    }

    private static int with(PageClient page, String method, String path, Map<String, String> other)
            throws IOException, InterruptedException {
        Map<String, String> headers =
                new HashMap<>(
                        Map.of(
                                "Cookie",
                                page.cookie(),
                                "Origin",
                                page.origin(),
                                "Nudge-Key",
                                page.key()));
        headers.putAll(other);
        return page.send(method, path, method.equals("POST") ? "{}" : "", headers).statusCode();
    }

    private static int upgrade(PageClient page, String path, Map<String, String> more)
            throws IOException {
        Map<String, String> headers =
                new HashMap<>(
                        Map.of(
                                "Host",
                                URI.create(page.origin()).getAuthority(),
                                "Connection",
                                "Upgrade",
                                "Upgrade",
                                "websocket",
                                "Sec-WebSocket-Version",
                                "13",
                                "Sec-WebSocket-Key",
                                "dGhlIHNhbXBsZSBub25jZQ=="));
        headers.putAll(more);
        return status(page, path, headers);
    }

    /// Sends a request with exactly these headers, and returns the status of its answer.
    private static int status(PageClient page, String path, Map<String, String> headers)
            throws IOException {
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
