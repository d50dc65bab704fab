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
class PageLifeIT {
    /// The page is opened again to whom no agent, no job and no other command starts a daemon.
    @Test
    void pageIsServedOnAFreePortContinuesInTheNextDaemonsAndKeepsTheLastOneWhileItIsOpen()
            throws IOException {
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        String port = Integer.toString(taken.getLocalPort());
        try (NudgeUser user =
                NudgeUser.with(Map.of("NUDGE_WEB_PORT", port, "NUDGE_IDLE_EXIT", "2"))) {
            // Without a job, the daemon could exit before the page is connected.
            user.runJob("sleep 300");
            try (taken) {
                assertThat(user.fail("web", "--no-open"))
                        .contains("cannot be served on port " + port)
                        .contains("in use")
                        .contains("set another web_port");
            }
            try (PageClient page = PageClient.open(user)) {
                assertThat(page.origin()).isEqualTo("http://127.0.0.1:" + port);
                user.environment().remove("NUDGE_WEB_PORT");
                for (int i = 0; i < 2; i++) {
                    user.killDaemon();

                    assertThat(user.run("web", "--no-open")).startsWith(page.origin() + "/enter?");
                    assertThat(page.get("/api/status").path("pid").longValue())
                            .isEqualTo(user.daemonPid());
                }
                ProcessHandle daemon = ProcessHandle.of(user.daemonPid()).orElseThrow();
                try (PageConnection live = new PageConnection(page, "/api/live")) {
                    live.say(Map.of("type", "watch_jobs"));
                    live.await("jobs", _ -> true);
                    user.run("kill", "1");
                    await().during(Duration.ofSeconds(5)).until(daemon::isAlive);
                }
                await().until(() -> !daemon.isAlive());
            }
            assertThat(user.state().resolve("web.json")).exists();
        }
    }
}
