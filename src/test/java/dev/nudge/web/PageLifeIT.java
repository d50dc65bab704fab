package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How long there is a page, and where.
class PageLifeIT extends ClientStory {
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
    void daemonStaysForAnOpenPageAndExitsWithoutOne() {
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_IDLE_EXIT", "2"))) {
            // Without a job, the daemon could exit before the page is connected.
            user.run("run", "--", "sleep 300");
            ProcessHandle daemon = ProcessHandle.of(user.daemonPid()).orElseThrow();
            try (PageClient page = PageClient.open(user);
                    PageConnection live = new PageConnection(page, "/api/live")) {
                live.say(Map.of("type", "watch_jobs"));
                live.await("jobs", _ -> true);
                user.run("kill", "1");
                await().during(Duration.ofSeconds(5)).until(daemon::isAlive);
            }
            await().until(() -> !daemon.isAlive());
            assertThat(user.state().resolve("web.json")).exists();
        }
    }

    /// The page says so to whom no agent, no job and no other command starts a daemon.
    @Test
    void openPageContinuesWhenItIsOpenedAgain() {
        for (int i = 0; i < 2; i++) {
            user.killDaemon();

            assertThat(user.run("web", "--no-open")).startsWith(page.origin() + "/enter?");
            assertThat(page.get("/api/status").path("pid").longValue()).isEqualTo(user.daemonPid());
        }
    }
}
