package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What is drawn: the timeline, and what a job uses.
class PicturesPageIT extends PageStory {
    @Test
    void timelineGrowsWhileItIsLookedAtAndLinksJobsThatWaitWithThoseBefore() throws IOException {
        Path end = user.folder("home").resolve("end");
        long first = user.runJob("until test -e %s; do sleep 0.1; done".formatted(end));
        visit("timeline");
        browser.await(bar(first, ".state-running"));
        long second = finish("--label", "stop", "true");
        browser.await(bar(second, ".state-good"));
        Files.createFile(end);
        browser.await(bar(first, ".state-good"));
        assertThat(browser.texts(".timeline .name")).hasSize(user.stored().size());
        assertThat(browser.run("return span.value")).isEqualTo("5");
        assertThat(middle(second)).isLessThan(middle(first));
        browser.click(bar(second, ""));
        browser.awaitText("h1", "Job %d: stop".formatted(second));

        long before = user.runJob("sleep 300");
        long after = user.runJob("--after", Long.toString(before), "make");
        long last = user.runJob("--after-any", "%d,%d".formatted(before, after), "make report");
        show("timeline");
        browser.await("[data-link='%d %d']:not(.any)".formatted(before, after));
        browser.await("[data-link='%d %d'].any".formatted(before, last));
        browser.await("[data-link='%d %d'].any".formatted(after, last));
        assertThat(browser.text(".legend")).contains("→ starts after", "queued", "paused");
        browser.awaitResult(
                true,
                "return document.querySelector(arguments[0]).textContent.endsWith(arguments[1])",
                bar(last, " title"),
                "starts after jobs %d, %d".formatted(before, after));
        awaitDrawn(true, bar(after, " .wait-of-job"));
        awaitDrawn(false, bar(after, " .bar-of-job"));
        awaitDrawn(false, bar(before, " .wait-of-job"));
        user.run("kill", Long.toString(before));
        browser.await(bar(after, ".state-lost"));
        assertThat(browser.complaints()).isEmpty();
    }

    private static String bar(long job, String more) {
        return ".timeline a[data-job='%d']%s".formatted(job, more);
    }

    private static long middle(long job) {
        return browser.await(bar(job, " .bar-of-job")).getRect().getY();
    }

    private static void awaitDrawn(boolean isDrawn, String part) {
        browser.awaitResult(
                isDrawn,
                "return document.querySelector(arguments[0]).getAttribute('width') > 0",
                part);
    }

    @Test
    void whatAJobUsesIsDrawn() {
        long job = user.runJob("while :; do seq 1000; sleep 0.02; done");
        visit("jobs/%d/usage".formatted(job));
        browser.await(".chart:nth-child(1) .curve[points*=' ']");
        awaitValue(1, "[1-9]\\d* %");
        awaitValue(2, "[\\d.]+(K|M)");
        awaitValue(3, "[\\d.]+(K|M)/s");
        awaitValue(4, "[\\d.]+(K|M)/s");
        user.run("kill", Long.toString(job));
        show("jobs/%d/details".formatted(job));
        browser.await(".facts");
        show("jobs/%d/usage".formatted(job));

        browser.await(".chart:only-child .curve[points*=' ']");
        assertThat(browser.text("#processes")).contains("has ended");
    }

    private static void awaitValue(int chart, String expected) {
        String value = ".chart:nth-child(%d) .value".formatted(chart);
        browser.awaitThat(() -> assertThat(browser.text(value)).matches(expected));
    }
}
