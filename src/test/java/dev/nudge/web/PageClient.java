package dev.nudge.web;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Unchecked;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A browser that was let in, as far as the daemon can tell.
public final class PageClient implements AutoCloseable {
    private static final Pattern KEY = Pattern.compile("#key=([\\w-]+)");

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Patience.LONG).build();
    private final String origin;
    private final String cookie;
    private final String key;
    private final Set<String> seen = new ConcurrentSkipListSet<>();

    PageClient(String link) {
        URI entrance = URI.create(link);
        this.origin = "http://" + entrance.getAuthority();
        HttpRequest request = HttpRequest.newBuilder(entrance).build();
        HttpResponse<String> entered =
                Unchecked.get(() -> http.send(request, BodyHandlers.ofString()));
        Matcher found = KEY.matcher(entered.body());
        this.key = found.find() ? found.group(1) : "";
        this.cookie = entered.headers().firstValue("Set-Cookie").orElse("nothing").split(";", 2)[0];
    }

    /// Opens the page for a user.
    public static PageClient open(NudgeUser user) {
        return new PageClient(user.run("web", "--no-open").strip());
    }

    /// Returns the scheme, the host and the port of the page.
    String origin() {
        return origin;
    }

    String cookie() {
        return cookie;
    }

    /// Returns what the page sends beside the cookie.
    String key() {
        return key;
    }

    /// Sends a request as the page does.
    ///
    /// @param body empty for none
    HttpResponse<byte[]> send(String method, String path, String body) {
        return send(method, path, body, headers());
    }

    /// Returns the headers that let the page in.
    Map<String, String> headers() {
        return Map.of("Cookie", cookie, "Origin", origin, "Nudge-Key", key);
    }

    /// Sends a request with these headers.
    HttpResponse<byte[]> send(
            String method, String path, String body, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(origin + path))
                        .timeout(Patience.LONG)
                        .method(method, BodyPublishers.ofString(body));
        headers.forEach(request::header);
        HttpResponse<byte[]> answer =
                Unchecked.get(() -> http.send(request.build(), BodyHandlers.ofByteArray()));
        if (path.startsWith("/api/")) {
            seen.add(Described.check(method, path, body, answer.statusCode(), answer.body()));
        }
        return answer;
    }

    /// Returns the requests so far, and their answers, as [Described] names them.
    Set<String> seen() {
        return seen;
    }

    /// Returns what the daemon answers.
    JsonNode get(String path) {
        return json(send("GET", path, ""), 200);
    }

    /// Has something done, and returns the answer.
    JsonNode post(String path, Object body) {
        return json(send("POST", path, JsonMapper.shared().writeValueAsString(body)), 200, 201);
    }

    /// Starts a job, and returns its number.
    long start(Map<String, ?> order) {
        return post("/api/jobs", order).at("/job/job").longValue();
    }

    /// Starts a job on a terminal, and returns its number.
    long startOnTerminal(String command) {
        return start(Map.of("command", command, "terminal", "80x24"));
    }

    private static JsonNode json(HttpResponse<byte[]> answer, Integer... expected) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        if (!List.of(expected).contains(answer.statusCode())) {
            throw new AssertionError(answer.statusCode() + ": " + text);
        }
        return JsonMapper.shared().readTree(text);
    }

    /// Leaves at once. To wait for what is still under way could take minutes: a request that was
    /// answered before the daemon had read all of it may count as that.
    @Override
    public void close() {
        http.shutdownNow();
    }
}
