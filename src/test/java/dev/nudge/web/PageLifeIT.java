package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How long there is a page, and where.
class PageLifeIT {
    private static final Duration LIMIT = Patience.LONG;

    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).isPresent();
    }

    @Test
    void portThatIsTakenIsSaidWithWhatToDo() throws IOException {
        InetAddress here = InetAddress.ofLiteral("127.0.0.1");
        ServerSocket taken = new ServerSocket(0, 1, here);
        int port = taken.getLocalPort();
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_WEB_PORT", Integer.toString(port)))) {
            try (taken) {
                assertThat(user.fail("web", "--no-open"))
                        .contains("cannot be served on port " + port)
                        .contains("in use")
                        .contains("set another web_port");
            }
            assertThat(user.run("web", "--no-open"))
                    .startsWith("http://127.0.0.1:%d/enter?".formatted(port));
        }
    }

    @Test
    void daemonStaysForAnOpenPageAndExitsWithoutOne() throws IOException, InterruptedException {
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_IDLE_EXIT", "2"));
                PageClient page = clientOfABusyDaemon(user)) {
            long daemon = user.daemonPid();
            try (PageConnection live = new PageConnection(page, "/api/live")) {
                live.say(Map.of("type", "watch_jobs"));
                live.await("jobs", _ -> true);
                user.run("kill", "1");
                await().during(Duration.ofSeconds(5)).atMost(LIMIT).until(() -> isRunning(daemon));
            }
            await().atMost(LIMIT).until(() -> !isRunning(daemon));
            assertThat(user.state().resolve("web.json")).exists();
        }
    }

    /// Opens the page while a job runs: without one, the daemon could exit before it is connected.
    private static PageClient clientOfABusyDaemon(NudgeUser user)
            throws IOException, InterruptedException {
        user.run("run", "--", "sleep 300");
        return PageClient.open(user);
    }

    /// The page says so to whom no agent, no job and no other command starts a daemon.
    @Test
    void openPageContinuesWhenItIsOpenedAgain() throws IOException, InterruptedException {
        try (NudgeUser user = NudgeUser.create();
                PageClient page = PageClient.open(user)) {
            for (int i = 0; i < 3; i++) {
                user.killDaemon();

                assertThat(user.run("web", "--no-open")).startsWith(page.origin() + "/enter?");
                assertThat(page.get("/api/status").path("pid").longValue())
                        .isEqualTo(user.daemonPid());
            }
        }
    }
}
