package dev.nudge.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Notices that a real daemon posts to a real server of HTTP.
class WebHookIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);

    /// The answers to the next requests; 200 to all others.
    private final ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();

    private final List<String> types = new CopyOnWriteArrayList<>();
    private final List<String> posted = new CopyOnWriteArrayList<>();

    WebHookIT() throws IOException {}

    @BeforeEach
    void listen() {
        server.createContext("/secret-topic", this::take);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            types.add(
                    exchange.getRequestMethod()
                            + " "
                            + exchange.getRequestHeaders().getFirst("Content-Type"));
            posted.add(
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Integer answer = answers.poll();
            exchange.sendResponseHeaders(answer == null ? 200 : answer, -1);
        }
    }

    private void set(String more) throws IOException {
        Files.writeString(
                user.folder("home/.config/nudge").resolve("config.toml"),
                "notify_url = \"http://127.0.0.1:%d/secret-topic\"\n%s\n"
                        .formatted(server.getAddress().getPort(), more));
    }

    private void awaitPosts(int number) {
        await().atMost(Patience.LONG).untilAsserted(() -> assertThat(posted).hasSize(number));
    }

    @Test
    void noticeSaysWhatHasHappenedAndNothingThatTheJobWrote() throws IOException {
        set("");

        user.run("run", "--label", "build 漢", "--", "echo a secret; exit 3");
        awaitPosts(1);
        user.run("run", "--pty", "--label", "asker", "--", "read -r -p 'password for x? ' name");
        awaitPosts(2);
        user.run("send", "2", "x", "-k", "Enter");
        awaitPosts(3);

        assertThat(posted)
                .satisfiesExactlyInAnyOrder(
                        text -> assertThat(text).matches("job 1 .*3.*: build 漢"),
                        text -> assertThat(text).isEqualTo("job 2 asks for input: asker"),
                        text -> assertThat(text).matches("job 2 .*: asker"));
        assertThat(types).containsOnly("POST text/plain; charset=utf-8");
    }

    @Test
    void textInBracketsIsNotJson() throws IOException {
        set("notify_body = '[{event}] {text}'");

        user.run("run", "--label", "say \"hello\"", "--", "true");
        awaitPosts(1);

        assertThat(posted.getFirst()).matches("\\[ended\\] job 1 .*: say \"hello\"");
        assertThat(types).containsExactly("POST text/plain; charset=utf-8");
    }

    @Test
    void bodyIsJsonInWhichEverythingIsQuoted() throws IOException {
        set(
                "notify_body = '{\"n\": {job}, \"text\": \"{event}: {text}\\n{output}\", \"other\": \"{no}\"}'");

        user.run("run", "--label", "say \"hello\" \\", "--", "printf '\"one\"\\ntwo {text}\\n'");
        awaitPosts(1);

        var json = JsonMapper.shared().readTree(posted.getFirst());
        assertThat(json.path("n").intValue()).isEqualTo(1);
        assertThat(json.path("text").stringValue(""))
                .startsWith("ended: job 1 ")
                .endsWith(": say \"hello\" \\\n\"one\"\ntwo {text}");
        assertThat(json.path("other").stringValue("")).isEqualTo("{no}");
        assertThat(types).containsExactly("POST application/json");
    }

    @Test
    void whatFailsForNowIsTriedAgainAndWhatFailsForGoodIsSaidWithoutTheAddress()
            throws IOException {
        answers.addAll(List.of(503, 200, 404));
        set("");

        user.run("run", "--", "true");
        awaitPosts(2);
        user.run("run", "--", "false");
        await().atMost(Patience.LONG)
                .until(
                        user::log,
                        log ->
                                log.contains(
                                        "notify_url (127.0.0.1) for job 2 (ended): it answered with status 404"));

        assertThat(posted).hasSize(3);
        assertThat(user.log()).doesNotContain("secret-topic", "for job 1");
    }
}
