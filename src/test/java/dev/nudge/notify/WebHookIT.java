package dev.nudge.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.settings.Settings;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
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
            posted.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            Integer answer = answers.poll();
            exchange.sendResponseHeaders(answer == null ? 200 : answer, -1);
        }
    }

    private String address() {
        return "http://127.0.0.1:%d/secret-topic".formatted(server.getAddress().getPort());
    }

    private void awaitPosts(int number) {
        await().untilAsserted(() -> assertThat(posted).hasSize(number));
    }

    @Test
    void daemonPostsWhatHasHappenedAgainIfThatFailsForNowAndSaysWhatFailsForGood()
            throws IOException {
        answers.addAll(List.of(503, 200));
        Files.writeString(
                user.folder("home/.config/nudge").resolve("config.toml"),
                """
                notify_url = "%s"
                notify_body = '{"n": {job}, "text": "{event}: {text}\\n{output}", "other": "{no}"}'
                """
                        .formatted(address()));

        user.run("run", "--label", "say \"hello\" \\", "--", "printf '\"one\"\\ntwo {text}\\n'");
        awaitPosts(2);
        assertThat(posted.getFirst()).isEqualTo(posted.getLast());
        JsonNode json = JsonMapper.shared().readTree(posted.getFirst());
        assertThat(json.path("n").intValue()).isEqualTo(1);
        assertThat(json.path("text").stringValue(""))
                .startsWith("ended: job 1 ")
                .endsWith(": say \"hello\" \\\n\"one\"\ntwo {text}");
        assertThat(json.path("other").stringValue("")).isEqualTo("{no}");
        assertThat(types).containsOnly("POST application/json");

        user.run("run", "--pty", "--label", "asker", "--", "read -r -p 'password for x? ' name");
        awaitPosts(3);
        assertThat(posted.getLast())
                .as("without the question")
                .containsPattern("asks: job 2 asks for input: asker(\\\\n|\")");

        answers.add(404);
        user.run("send", "2", "x", "-k", "Enter");
        await().until(
                        user::log,
                        log ->
                                log.contains(
                                        "notify_url (127.0.0.1) for job 2 (ended): it answered with status 404"));
        assertThat(posted).hasSize(4);
        assertThat(user.log()).doesNotContain("secret-topic", "for job 1");
    }

    /// By itself, the body has nothing that the job wrote. Text in brackets is not JSON.
    @Test
    void bodyIsTheTextByDefault() throws InterruptedException {
        Job job =
                SomeJob.running(1, SomeJob.labelled("echo a secret", "build 漢"), Optional.empty())
                        .after(new JobEvent.EndSeen(new ExitStatus.Exited(3), Instant.now()));
        String usual = Settings.of(Map.of()).notifyBody();
        for (String body : List.of(usual, "[{event}] " + usual)) {
            new WebHook(URI.create(address()), body, _ -> "a secret")
                    .post(new Notice("ended", job));
        }

        assertThat(posted.getFirst()).matches("job 1 .*3.*: build 漢");
        assertThat(posted.getLast()).isEqualTo("[ended] " + posted.getFirst());
        assertThat(types).containsOnly("POST text/plain; charset=utf-8");
    }
}
