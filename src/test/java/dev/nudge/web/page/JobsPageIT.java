package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class JobsPageIT extends PageStory {
    private static final int MANY = 1000;

    @BeforeEach
    void begin() {
        newUser();
    }

    @Test
    void jobIsRefusedWithTheReasonOrStartedAndSeenEnding() {
        open("new");
        browser.type("#command", "echo hello; until test -e end; do sleep 0.1; done; exit 3");
        browser.type("#label", "greeting");
        browser.awaitThat(() -> assertThat(browser.run("return cwd.value")).isNotEqualTo(""));
        browser.run("cwd.value = '/nowhere'");
        browser.click("#start");
        browser.awaitPart(".error", "/nowhere", "not exist");
        browser.forget();
        browser.run("cwd.value = arguments[0]", user.folder("home").toString());
        browser.click("#start");

        browser.awaitText("h1", "Job 1: greeting");
        browser.awaitText(".log", "hello");
        browser.awaitText(".badge", "● running");
        finish("touch", user.folder("home").resolve("end").toString());
        browser.awaitText(".badge", "✗ failed");
        show("jobs");
        browser.awaitThat(() ->
                assertThat(browser.texts("tr[data-job='1'] td"))
                        .contains("1", "greeting", "✗ failed", "3", "6B"));
        show("jobs/1/details");
        browser.awaitPart("main", "None: nobody asked for one.");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void rowsSayWhyAJobWaitsOrHasEndedInOneHeight() {
        start("sleep 300");
        start("--after", "1", "--label", "a long label", "--", "make");
        start("--after", "2", "--", "make test");
        finish("--timeout", "1", "sleep 100");
        open();
        browser.awaitText("tr[data-job='4'] td.state", "✗ timed out\ntimeout of 1 s");
        browser.awaitText("tr[data-job='3'] td.state", "… queued\nafter job 2");
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
        user.run("kill", "1");
        browser.awaitText(
                "tr[data-job='3'] td.state", "~ skipped\njob 1 failed, job 2 was skipped");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void jobsOfAnArrayAreOneRowThatOpens() {
        user.run("run", "--array", "1-6%2", "--", "[ $NUDGE_ARRAY_TASK = 2 ]");
        user.awaitEnd(6);
        open();
        browser.awaitText("tr[data-array='1'] td.state", "✗ 5 failed\n✓ 1 succeeded");
        assertThat(browser.texts("tbody tr")).hasSize(1);
        browser.press("j", Keys.ENTER);
        browser.awaitCount("tbody tr", 7);
        browser.click("[data-state='good']");
        browser.awaitTexts("tbody td.number", "2");
        browser.click("[data-state='all']");
        browser.click("tr[data-array='1'] .toggle");

        browser.awaitCount("tbody tr", 1);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void jobThatIsPausedHasAWordOfItsOwnAndIsResumedInItsRowAndInItsView() {
        start("sleep 300");
        start("sleep 301");
        user.run("pause", "--running", "1", "2");
        open();
        browser.click("tr[data-job='1'] [aria-label='Resume job 1']");
        browser.awaitText("tr[data-job='1'] .word", "● running");
        browser.click("[data-state='paused']");
        browser.awaitTexts("tbody td.number", "2");
        show("jobs/2");
        browser.awaitText(".badge", "‖ paused");
        browser.awaitText("#hold", "Resume");
        browser.click("#hold");
        browser.awaitText(".badge", "● running");
        assertThat(state(2)).isEqualTo("running");
    }

    @Test
    void keyboardAloneFindsKillsAndRestarts() {
        start("sleep 1000");
        start("--label", "other", "sleep 1001");
        open();
        browser.await("tr[data-job='1']");
        browser.press("/", "sleep 1000", Keys.ENTER);
        browser.awaitCount("tbody tr", 1);
        browser.press("x");
        browser.await("dialog[open]");
        browser.press(Keys.ESCAPE);
        browser.awaitTexts("dialog");
        assertThat(state(1)).isEqualTo("running");

        browser.press("x");
        browser.await("dialog[open]");
        browser.hold(Keys.SHIFT, Keys.TAB);
        browser.press(Keys.ENTER);
        browser.awaitText("tr[data-job='1'] .word", "✗ killed");
        assertThat(state(2)).isEqualTo("running");

        browser.press(Keys.ENTER);
        browser.awaitText("h1", "Job 1");
        browser.click("#end");
        browser.awaitText("h1", "Job 3");
        assertThat(user.record(3).path("command").stringValue()).isEqualTo("sleep 1000");
    }

    @Test
    void rowThatHasTheFocusKeepsItWhileTheTableChangesAndThoseThatHaveEndedAreRemoved() {
        finish("true");
        open();
        browser.await("tr[data-job='1']");
        browser.press("j");
        start("sleep 1000");
        browser.await("tr[data-job='2']");
        assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("1");
        browser.click("#clean");
        browser.click("#dialog-yes");

        browser.awaitTexts("td.number", "2");
    }

    @Test
    void thousandJobsAreShownAndFilteredAtOnce() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(user.folder("state"));
        for (int i = 0; i < MANY; i++) {
            disk.save(number -> SomeJob.ended(number, "command " + number));
        }
        open();
        browser.awaitText("#count", "1000 jobs");
        browser.type("#filter", "command 77");
        browser.awaitText("#count", "19 of 1000 jobs");
        show("timeline");
        browser.await(".timeline svg");

        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void pageSaysThatTheDaemonIsGoneAndFindsTheNextOne() {
        start("sleep 1000");
        open();
        browser.await("tr[data-job='1']");
        user.killDaemon();
        browser.awaitPart("#connection", "Reconnecting");
        show("jobs/1");
        browser.awaitPart(".error", "nudge does not answer");
        start("true");

        browser.awaitText("#connection", "Live");
        browser.awaitText(".badge", "● running");
        show("jobs");
        browser.await("tr[data-job='2']");
    }
}
