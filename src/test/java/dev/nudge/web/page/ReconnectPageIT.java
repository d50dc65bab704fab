package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class ReconnectPageIT {
    @AutoClose private static Browser chromium;

    private final NudgeUser user = NudgeUser.create();

    @BeforeAll
    static void startBrowser() {
        chromium = Browser.start();
    }

    @AfterEach
    void end() {
        user.close();
    }

    @Test
    void pageSaysThatTheDaemonIsGoneAndFindsTheNextOne() {
        user.run("run", "sleep 1000");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.await("tr[data-job='1']");
            user.killDaemon();
            browser.awaitThat(
                    () -> assertThat(browser.text("#connection")).contains("Reconnecting"));
            page.show("jobs/1");
            browser.awaitThat(
                    () -> assertThat(browser.text(".error")).contains("nudge does not answer"));
            user.run("run", "true");

            page.awaitLive();
            browser.awaitThat(() -> assertThat(browser.text(".badge")).isEqualTo("● running"));
            page.show("jobs");
            browser.await("tr[data-job='2']");
        }
    }

    @Test
    void terminalIsConnectedAgain() {
        user.run("run", "--pty", "--", "cat");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(
                    () -> assertThat(browser.text("#terminal-status")).isEqualTo("Connected"));
            browser.press("before", Keys.ENTER);
            browser.awaitThat(() -> assertThat(screen(browser)).contains("before"));
            user.killDaemon();
            browser.awaitThat(
                    () -> assertThat(browser.text("#terminal-status")).contains("Reconnecting"));
            user.startDaemon();
            browser.awaitThat(
                    () -> assertThat(browser.text("#terminal-status")).isEqualTo("Connected"));
            browser.press("after", Keys.ENTER);

            browser.awaitThat(() -> assertThat(screen(browser)).contains("before", "after"));
        }
    }

    private static String screen(Browser browser) {
        return browser.texts(".xterm-rows > div").stream().collect(Collectors.joining("\n"));
    }
}
