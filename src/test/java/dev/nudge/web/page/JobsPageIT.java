package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class JobsPageIT {
    @AutoClose private static Browser chromium;

    private static final int MANY = 1000;

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
    void jobThatIsStartedFromThePageIsSeenEnding() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("new");
            browser.type("#command", "echo hello; until test -e end; do sleep 0.1; done; exit 3");
            browser.type("#label", "greeting");
            browser.awaitThat(() -> assertThat(browser.run("return cwd.value")).isNotEqualTo(""));
            browser.run("cwd.value = arguments[0]", user.folder("home").toString());
            browser.click("#start");

            browser.awaitThat(() -> assertThat(browser.text("h1")).isEqualTo("Job 1: greeting"));
            browser.awaitThat(() -> assertThat(browser.text(".log")).isEqualTo("hello"));
            browser.awaitThat(() -> assertThat(browser.text(".badge")).isEqualTo("● running"));
            user.run("run", "--wait", "touch", user.folder("home").resolve("end").toString());
            browser.awaitThat(() -> assertThat(browser.text(".badge")).isEqualTo("✗ failed"));
            page.show("jobs");
            browser.awaitThat(() ->
                    assertThat(browser.texts("tr[data-job='1'] td"))
                            .contains("1", "greeting", "✗ failed", "3", "6B"));
            page.show("jobs/1/details");
            browser.awaitThat(
                    () -> assertThat(browser.text("main")).contains("None: nobody asked for one."));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void jobThatWaitsShowsWhy() {
        user.run("run", "--", "sleep 300");
        user.run("run", "--after", "1", "--", "make");
        user.run("run", "--after", "2", "--", "make test");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.awaitThat(() ->
                    assertThat(browser.texts("tr[data-job='3'] td"))
                            .contains("… queued\nafter job 2"));
            user.run("kill", "1");
            browser.awaitThat(() ->
                    assertThat(browser.texts("tr[data-job='3'] td"))
                            .contains("~ skipped\njob 1 failed, job 2 was skipped"));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void rowsAreOfOneHeightAndTheStateOnOneLine() {
        user.run("run", "--", "sleep 300");
        user.run("run", "--after", "1", "--label", "a long label", "--", "make");
        user.run("run", "--timeout", "1", "sleep 100");
        user.awaitEnd(3);
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.awaitThat(() ->
                    assertThat(browser.text("tr[data-job='3'] td.state"))
                            .isEqualTo("✗ timed out\ntimeout of 1 s"));
            assertThat(browser.text("tr[data-job='2'] td.time")).isEmpty();
            for (int width : List.of(1280, 800, 400)) {
                browser.size(width, 760);
                assertThat(
                                browser.run(
                                        "return new Set([...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)).size"))
                        .isEqualTo(1L);
                assertThat(
                                browser.run(
                                        "return [...document.querySelectorAll('.word')].filter((w) => w.getClientRects().length > 1 || w.getBoundingClientRect().right > w.closest('td').getBoundingClientRect().right).length"))
                        .as("states that are cut or wrapped at %d", width)
                        .isEqualTo(0L);
                assertThat(browser.await("tr[data-job='1'] .more").isDisplayed()).isTrue();
            }
            browser.size(1200, 760);
        }
    }

    @Test
    void jobsOfAnArrayAreOneRowThatOpens() {
        user.run("run", "--array", "1-6%2", "--", "[ $NUDGE_ARRAY_TASK = 2 ]");
        user.awaitEnd(6);
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.awaitThat(() ->
                    assertThat(browser.text("tr[data-array='1'] td.state"))
                            .isEqualTo("✗ 5 failed\n✓ 1 succeeded"));
            assertThat(browser.texts("tbody tr")).hasSize(1);
            browser.press("j", Keys.ENTER);
            browser.awaitThat(() -> assertThat(browser.texts("tbody tr")).hasSize(7));
            browser.click("[data-state='good']");
            browser.awaitThat(
                    () -> assertThat(browser.texts("tbody td.number")).containsExactly("2"));
            browser.click("[data-state='all']");
            browser.click("tr[data-array='1'] .toggle");

            browser.awaitThat(() -> assertThat(browser.texts("tbody tr")).hasSize(1));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void jobThatIsPausedIsResumedInItsRow() {
        user.run("run", "sleep 300");
        user.run("pause", "--running", "1");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.click("tr[data-job='1'] [aria-label='Resume job 1']");
            browser.awaitThat(() ->
                    assertThat(browser.text("tr[data-job='1'] .word")).isEqualTo("● running"));
        }
    }

    @Test
    void wrongFolderIsRefusedWithTheReason() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("new");
            browser.type("#command", "true");
            browser.awaitThat(
                    () -> assertThat(browser.run("return cwd.value")).asString().isNotEmpty());
            browser.run("cwd.value = '/nowhere'");
            browser.click("#start");

            browser.awaitThat(
                    () -> assertThat(browser.text(".error")).contains("/nowhere", "not exist"));
        }
    }

    @Test
    void keyboardAloneFindsKillsAndRestarts() {
        user.run("run", "sleep 1000");
        user.run("run", "--label", "other", "sleep 1001");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.await("tr[data-job='1']");
            browser.press("/", "sleep 1000", Keys.ENTER);
            browser.awaitThat(() -> assertThat(browser.texts("tbody tr")).hasSize(1));
            browser.press("x");
            browser.await("dialog[open]");
            browser.press(Keys.ESCAPE);
            browser.awaitThat(() -> assertThat(browser.texts("dialog")).isEmpty());
            assertThat(user.record(1).path("state").stringValue()).isEqualTo("running");

            browser.press("x");
            browser.await("dialog[open]");
            browser.hold(Keys.SHIFT, Keys.TAB);
            browser.press(Keys.ENTER);
            browser.awaitThat(
                    () -> assertThat(browser.text("tr[data-job='1'] .word")).isEqualTo("✗ killed"));
            assertThat(user.record(2).path("state").stringValue()).isEqualTo("running");

            browser.press(Keys.ENTER);
            browser.awaitThat(() -> assertThat(browser.text("h1")).isEqualTo("Job 1"));
            browser.click("#end");
            browser.awaitThat(() -> assertThat(browser.text("h1")).isEqualTo("Job 3"));
            assertThat(user.record(3).path("command").stringValue()).isEqualTo("sleep 1000");
        }
    }

    @Test
    void rowThatHasTheFocusKeepsItWhileTheTableChanges() {
        user.run("run", "sleep 1000");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.await("tr[data-job='1']");
            browser.press("j");
            user.run("run", "sleep 1001");
            browser.await("tr[data-job='2']");

            assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("1");
        }
    }

    @Test
    void jobsThatHaveEndedAreRemoved() {
        user.run("run", "--wait", "true");
        user.run("run", "sleep 1000");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.await("tr[data-job='1']");
            browser.click("#clean");
            browser.click("#dialog-yes");

            browser.awaitThat(() -> assertThat(browser.texts("td.number")).containsExactly("2"));
        }
    }

    @Test
    void thousandJobsAreShownAndFilteredAtOnce() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(user.folder("state"));
        for (int i = 0; i < MANY; i++) {
            disk.save(number -> SomeJob.ended(number, "command " + number));
        }
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.awaitThat(() -> assertThat(browser.text("#count")).isEqualTo("1000 jobs"));
            browser.type("#filter", "command 77");
            browser.awaitThat(
                    () -> assertThat(browser.text("#count")).isEqualTo("19 of 1000 jobs"));
            page.show("timeline");
            browser.await(".timeline svg");

            assertThat(browser.complaints()).isEmpty();
        }
    }
}
