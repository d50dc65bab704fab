package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/// The table of a user who has a job that failed, one that succeeded and one that runs.
class TablePageIT extends PageStory {
    @BeforeAll
    static void startJobs() {
        finish("--label", "first", "exit 3");
        finish("seq 10");
        user.run("run", "--label", "third", "cd /tmp\n sleep 1000");
    }

    @BeforeEach
    void showTable() {
        visit("jobs");
        browser.await("tr[data-job='1']");
    }

    @Test
    void jobsAreCountedFilteredByTheirStateAndByWordsAndSortedByAColumnEitherWay() {
        assertThat(browser.await("th.label").isDisplayed()).isTrue();
        assertThat(browser.run("return document.querySelector('th.reported').offsetWidth"))
                .as("a column that is empty for all jobs")
                .isEqualTo(0L);
        assertThat(browser.texts(".states button"))
                .contains("● Running 1", "? Asking 0", "✗ Failed 1");
        browser.click("[data-state='bad']");
        browser.awaitTexts("tbody td.number", "1");
        assertThat(browser.text("#count")).isEqualTo("1 of 3 jobs");
        browser.type("#filter", "sleep");
        browser.awaitPart(".nothing", "No job matches the filter");
        browser.click(".nothing button");
        browser.awaitTexts("tbody td.number", "3", "2", "1");
        assertThat(browser.run("return filter.value")).isEqualTo("");

        browser.press("/", "seq");
        browser.awaitTexts("tbody td.number", "2");
        browser.press(Keys.ESCAPE);
        browser.awaitTexts("tbody td.number", "3", "2", "1");
        assertThat(browser.run("return filter.value")).isEqualTo("");
        assertThat(browser.texts(".states button")).contains("All 3");
        assertThat(browser.text("#count")).isEqualTo("3 jobs");
        browser.press("/", "exit", Keys.ENTER);
        browser.awaitTexts("tbody td.number", "1");
        assertThat(focused()).isEqualTo("1");

        browser.press("/", Keys.ESCAPE);
        browser.click("th.exit button");
        browser.awaitTexts("tbody td.number", "1", "2", "3");
        browser.click("th.state button");
        browser.awaitThat(() -> assertThat(browser.texts("tbody td.number")).startsWith("3", "1"));
        browser.click("th.state button");
        browser.awaitThat(() -> assertThat(browser.texts("tbody td.number")).endsWith("1", "3"));

        assertThat(browser.await("th.state").getDomAttribute("aria-sort")).isEqualTo("descending");
        open();
    }

    @Test
    void severalJobsAreChosenAndTreatedTogether() {
        user.run("run", "--label", "more", "sleep 1001");
        user.run("run", "--label", "more", "sleep 1002");
        browser.type("#filter", "more");
        browser.awaitCount("tbody tr", 2);
        browser.click("tbody tr:first-child .box input");
        browser.awaitPart(".several", "1 chosen");
        browser.run(
                "document.querySelector('tbody tr:last-child .box input').dispatchEvent(new MouseEvent('click', {shiftKey: true, bubbles: true}))");
        browser.awaitPart(".several", "2 chosen", "Kill 2");
        browser.click(".several .danger");
        browser.click("#dialog-yes");
        browser.awaitThat(() -> assertThat(browser.texts("tbody .word")).containsOnly("✗ killed"));
        browser.click("th.box input");
        browser.awaitPart(".several", "Remove 2");
        browser.click(".several .danger");
        browser.click("#dialog-yes");

        browser.awaitPart(".nothing", "No job matches the filter");
        browser.click(".nothing button");
    }

    @Test
    void commandIsCopiedAsItIsAndAJobOpenedByAClickInItsRowRestartedAndRemoved() {
        assertThat(browser.text("tr[data-job='3'] td.command")).isEqualTo("cd /tmp ⏎ sleep 1000");
        browser.grant("clipboardReadWrite", "clipboardSanitizedWrite");
        browser.click("tr[data-job='3'] .more");
        browser.press(Keys.ARROW_DOWN);
        assertThat(focused()).isEqualTo("Copy command");
        browser.press(Keys.ENTER);

        browser.awaitThat(() -> assertThat(browser.clipboard()).isEqualTo("cd /tmp\n sleep 1000"));

        browser.click("tr[data-job='2'] td.state");
        browser.awaitText("h1", "Job 2");
        show("jobs");
        browser.click("tr[data-job='1'] [aria-label='Restart job 1']");
        browser.awaitPart("h1", ": first");
        browser.awaitText(".badge", "✗ failed");
        browser.click("#remove");
        browser.click("#dialog-yes");

        browser.awaitTexts("tbody td.number", "3", "2", "1");
    }

    /// The job may have ended since the answer was made.
    @Test
    void answerThatComesLateDoesNotReplaceWhatAMessageHasSaid() {
        Object learned =
                browser.runLater(
                        """
                        const done = arguments[arguments.length - 1];
                        import("/js/jobs.js").then((all) => {
                            all.learn({ ...all.jobs.get(1), state: "running", exit_code: null });
                            done(all.jobs.get(1).state);
                        });
                        """);

        assertThat(learned).isEqualTo("ended");
    }

    @Test
    void keyboardAloneReachesEveryView() {
        open();
        browser.press(Keys.TAB);
        assertThat(focused()).isEqualTo("Skip to the content");
        browser.press(Keys.TAB, Keys.TAB, Keys.ENTER);
        browser.awaitText("h1", "Queue");
        browser.press(Keys.TAB, Keys.ENTER);
        browser.await(".timeline a[data-job='3']");
        browser.press(Keys.TAB, Keys.ENTER);
        browser.awaitText("h1", "Agents");
        browser.press(Keys.TAB, Keys.ENTER);
        browser.awaitText("h1", "New job");
        show("jobs");
        browser.await("tr[data-job='1']");
        browser.press("?");
        browser.awaitPart("dialog", "filter", "new job");
        browser.press(Keys.ESCAPE);
        browser.awaitTexts("dialog");
        browser.press("jjk");
        assertThat(focused()).isEqualTo("3");
        browser.press(Keys.ENTER);
        browser.awaitText("h1", "Job 3: third");
        assertThat(browser.run("return document.title")).isEqualTo("Job 3: third · nudge");
        browser.press("x");
        browser.await("dialog[open]");
        browser.press(Keys.ESCAPE, Keys.ESCAPE);
        browser.await("tr[data-job='1']");
        browser.press("n");

        browser.awaitThat(() -> assertThat(focused()).isEqualTo("command"));
    }
}
