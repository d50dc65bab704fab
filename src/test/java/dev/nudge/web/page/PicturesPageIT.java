package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is drawn: the timeline, and what a job uses.
class PicturesPageIT extends PageStory {
    @BeforeEach
    void begin() {
        newUser();
    }

    @Test
    void timelineGrowsWhileItIsLookedAt() {
        String home = user.folder("home").toString();
        start("--cwd", home, "until test -e end; do sleep 0.1; done");
        open("timeline");
        browser.await(".timeline a.state-running[data-job='1']");
        finish("--label", "stop", "--cwd", home, "touch end");
        browser.await(".timeline a.state-good[data-job='2']");
        browser.await(".timeline a.state-good[data-job='1']");

        assertThat(browser.texts(".timeline .name")).hasSize(2);
        assertThat(browser.await("#span").getDomProperty("value")).isEqualTo("5");
        assertThat(middle(2)).isLessThan(middle(1));
        browser.click(".timeline a[data-job='2']");
        browser.awaitText("h1", "Job 2: stop");
    }

    private static long middle(int job) {
        return browser.await(".timeline a[data-job='%d'] .bar-of-job".formatted(job))
                .getRect()
                .getY();
    }

    @Test
    void jobsThatWaitAreDrawnInAnotherWayAndLinkedWithThoseBefore() {
        start("sleep 300");
        start("--after", "1", "--", "make");
        start("--after-any", "1,2", "--", "make report");
        start("true");
        open("timeline");
        browser.await("[data-link='1 2']:not(.any)");
        browser.await("[data-link='1 3'].any");
        browser.await("[data-link='2 3'].any");
        assertThat(browser.text(".legend")).contains("→ starts after", "queued", "paused");
        assertThat(
                        browser.run(
                                "return document.querySelector(\"a[data-job='3'] title\").textContent"))
                .asString()
                .endsWith("starts after jobs 1, 2");
        browser.awaitThat(() -> assertThat(isDrawn(2, ".wait-of-job")).isEqualTo(true));
        assertThat(isDrawn(2, ".bar-of-job")).isEqualTo(false);
        assertThat(isDrawn(1, ".wait-of-job")).isEqualTo(false);
        user.run("kill", "1");
        browser.await("a[data-job='2'].state-lost");

        assertThat(browser.complaints()).isEmpty();
    }

    private static @Nullable Object isDrawn(int job, String part) {
        return browser.run(
                "return document.querySelector(arguments[0]).getAttribute('width') > 0",
                ".timeline a[data-job='%d'] %s".formatted(job, part));
    }

    @Test
    void whatAJobUsesIsDrawn() {
        start("while :; do seq 1000; done");
        open("jobs/1/usage");
        browser.await(".chart:nth-child(1) .curve[points*=' ']");
        awaitValue(1, "[1-9]\\d* %");
        awaitValue(2, "[\\d.]+(K|M)");
        awaitValue(3, "[\\d.]+(K|M)/s");
        awaitValue(4, "[\\d.]+(K|M)/s");
        user.run("kill", "1");
        show("jobs/1/details");
        browser.await(".facts");
        show("jobs/1/usage");

        browser.await(".chart:only-child .curve[points*=' ']");
        assertThat(browser.text("#processes")).contains("has ended");
    }

    private static void awaitValue(int chart, String expected) {
        String value = ".chart:nth-child(%d) .value".formatted(chart);
        browser.awaitThat(() -> assertThat(browser.text(value)).matches(expected));
    }
}
