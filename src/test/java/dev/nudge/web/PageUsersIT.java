package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Another user of this machine, who knows the link, and the cookie too: browsers send it to every
/// port of a host, so also to a server of that user.
class PageUsersIT extends ClientStory {
    private static final int CONNECTIONS = 300;

    /// Opens connections, and waits until each is closed.
    private static final String FLOOD =
            """
            use Socket;
            for (1 .. $ARGV[1]) {
                socket(my $client, PF_INET, SOCK_STREAM, 0) or die $!;
                connect($client, pack_sockaddr_in($ARGV[0], inet_aton("127.0.0.1"))) or die $!;
                sysread($client, my $said, 1);
            }
            """;

    @AutoClose
    private final OtherUser other = new OtherUser(Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C"));

    /// Returns the status of the answer; 000 if there was none.
    private String status(String... words) {
        String curl = "curl -s -o /dev/null -w '%{http_code}' \"$@\" || true";
        return other.run(
                Stream.concat(Stream.of("sh", "-c", curl, "sh"), Stream.of(words)).toList());
    }

    @Test
    void linkAndCookieAreOfNoUseToAnotherUser() {
        String link = user.run("web", "--no-open").strip();
        assertThat(status(link)).isEqualTo("000");
        assertThat(new PageClient(link).cookie()).as("the link still works").startsWith("nudge-");

        String cookie = "Cookie: " + page.cookie();
        String key = "Nudge-Key: " + page.key();
        String jobs = page.origin() + "/api/jobs";
        String origin = "Origin: " + page.origin();
        String order = "{\"command\":\"true\"}";
        assertThat(status("-H", cookie, "-H", key, jobs)).isEqualTo("000");
        assertThat(status("-H", cookie, "-H", key, "-H", origin, "-d", order, jobs))
                .isEqualTo("000");
        assertThat(page.get("/api/jobs").path("jobs")).isEmpty();
    }

    /// The kernel no longer knows whose connection it was when it is looked at.
    @Test
    void nobodySendsSomethingAndLeavesBeforeTheConnectionIsLookedAt() {
        String body = "{\"command\":\"true\"}";
        String request =
                "POST /api/jobs HTTP/1.1\\r\\nHost: 127.0.0.1:%d\\r\\nOrigin: %s\\r\\nCookie: %s\\r\\nNudge-Key: %s\\r\\nContent-Length: %d\\r\\n\\r\\n%s"
                        .formatted(
                                port(),
                                page.origin(),
                                page.cookie(),
                                page.key(),
                                body.length(),
                                body);
        String attack =
                "for i in $(seq 30); do exec 3<>/dev/tcp/127.0.0.1/%d; printf '%s' >&3; exec 3>&-; done"
                        .formatted(port(), request);

        // A connection that is closed at once ends the one who writes into it by SIGPIPE.
        other.run(List.of("bash", "-c", "trap '' PIPE; " + attack + "; true"));

        await().during(Duration.ofSeconds(2))
                .atMost(Patience.LONG)
                .until(() -> page.get("/api/jobs").path("jobs").isEmpty());
    }

    /// There may be 200 connections, and one that does nothing is kept for 30 seconds.
    @Test
    void nobodyKeepsTheOwnerOutByHoldingAllConnections() throws IOException {
        String attack =
                "for i in $(seq 10 230); do eval \"exec $i<>/dev/tcp/127.0.0.1/%d\"; done; read -t 20 -u 10; [ $? -gt 128 ] && echo held || echo closed; exec sleep 60"
                        .formatted(port());
        Process holder = other.start(List.of("bash", "-c", attack));
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("closed");
            try (PageClient next = PageClient.open(user)) {
                assertThat(next.get("/api/jobs").has("jobs")).isTrue();
            }
        } finally {
            holder.destroy();
        }
    }

    /// Each connection is to cost less than it costs to make one.
    @Test
    void nobodyKeepsTheOwnerOutByOpeningConnectionsAgainAndAgain() throws IOException {
        page.get("/api/jobs");
        Duration before = daemonTime();

        Process flood =
                other.start(
                        List.of(
                                "perl",
                                "-e",
                                FLOOD,
                                Integer.toString(port()),
                                Integer.toString(CONNECTIONS)));
        while (flood.isAlive()) {
            assertThat(page.get("/api/jobs").has("jobs")).isTrue();
        }

        assertThat(flood.exitValue()).isZero();
        Duration each = daemonTime().minus(before).dividedBy(CONNECTIONS);
        assertThat(each).isLessThan(Duration.ofMillis(3));
    }

    private Duration daemonTime() {
        return ProcessHandle.of(user.daemonPid())
                .orElseThrow()
                .info()
                .totalCpuDuration()
                .orElseThrow();
    }
}
