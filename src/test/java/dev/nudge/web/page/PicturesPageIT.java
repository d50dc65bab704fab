package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is drawn: the timeline, and what a job uses.
class PicturesPageIT {
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
    void timelineGrowsWhileItIsLookedAt() {
        String home = user.folder("home").toString();
        user.run("run", "--cwd", home, "until test -e end; do sleep 0.1; done");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("timeline");
            chromium.await(".timeline a.state-running[data-job='1']");
            user.run("run", "--wait", "--label", "stop", "--cwd", home, "touch end");
            chromium.await(".timeline a.state-good[data-job='2']");
            chromium.await(".timeline a.state-good[data-job='1']");

            assertThat(chromium.texts(".timeline .name")).hasSize(2);
            assertThat(chromium.await("#span").getDomProperty("value")).isEqualTo("5");
            assertThat(middle(2)).isLessThan(middle(1));
            chromium.click(".timeline a[data-job='2']");
            chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("Job 2: stop"));
        }
    }

    @Test
    void timeOfAJobThatWaitsIsDrawnInAnotherWay() {
        user.run("run", "sleep 300");
        user.run("run", "--after", "1", "--", "make");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("timeline");
            chromium.awaitThat(() -> assertThat(width(2, ".wait-of-job")).isPositive());
            assertThat(width(2, ".bar-of-job")).isZero();
            assertThat(width(1, ".wait-of-job")).isZero();
            assertThat(chromium.text(".legend")).contains("queued", "paused");
        }
    }

    private static double width(int job, String part) {
        Object width =
                chromium.run(
                        "return Number(document.querySelector(arguments[0]).getAttribute('width'))",
                        ".timeline a[data-job='%d'] %s".formatted(job, part));
        return ((Number) Objects.requireNonNull(width)).doubleValue();
    }

    @Test
    void whatAJobUsesIsDrawn() {
        user.run("run", "while :; do seq 1000; done");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("jobs/1/usage");
            chromium.await(".chart:nth-child(1) .curve[points*=' ']");
            chromium.awaitThat(() -> assertThat(value(1)).matches("[1-9]\\d* %"));
            assertThat(value(2)).matches("[\\d.]+(K|M)");
            chromium.awaitThat(() -> assertThat(value(3)).matches("[\\d.]+(K|M)/s"));
            chromium.awaitThat(() -> assertThat(value(4)).matches("[\\d.]+(K|M)/s"));
            user.run("kill", "1");
            page.show("jobs/1/details");
            chromium.await(".facts");
            page.show("jobs/1/usage");

            chromium.await(".chart:only-child .curve[points*=' ']");
            assertThat(chromium.text("#processes")).contains("has ended");
        }
    }

    private static String value(int chart) {
        return chromium.text(".chart:nth-child(%d) .value".formatted(chart));
    }

    private static long middle(int job) {
        return chromium.await(".timeline a[data-job='%d'] .bar-of-job".formatted(job))
                .getRect()
                .getY();
    }
}
