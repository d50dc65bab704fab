package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/// The table of a user who has a job that failed, one that succeeded and one that runs.
class TablePageIT {
    private static final Browser BROWSER = Browser.start();
    private static final NudgeUser USER = NudgeUser.create();
    private static final OpenPage PAGE = OpenPage.of(USER, BROWSER);

    @BeforeAll
    static void startJobs() {
        USER.run("run", "--label", "first", "exit 3");
        USER.run("run", "seq 10");
        USER.run("run", "--label", "third", "cd /tmp\n sleep 1000");
        USER.awaitEnd(1);
        USER.awaitEnd(2);
    }

    @AfterAll
    static void end() {
        PAGE.close();
        USER.close();
        BROWSER.close();
    }

    @BeforeEach
    void showTable() {
        PAGE.show("jobs");
        BROWSER.reload();
        PAGE.awaitLive();
        BROWSER.await("tr[data-job='1']");
    }

    @Test
    void jobsAreCountedAndFilteredByTheirState() {
        assertThat(BROWSER.texts(".states button"))
                .contains("● Running 1", "? Asking 0", "✗ Failed 1");
        BROWSER.click("[data-state='bad']");
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody td.number")).containsExactly("1"));
        assertThat(BROWSER.text("#count")).startsWith("1 of ");
        BROWSER.type("#filter", "sleep");
        BROWSER.awaitThat(
                () -> assertThat(BROWSER.text(".nothing")).contains("No job matches the filter"));
        BROWSER.click(".nothing button");

        BROWSER.awaitThat(
                () -> assertThat(BROWSER.texts("tbody td.number")).contains("3", "2", "1"));
        assertThat(BROWSER.await("#filter").getDomProperty("value")).isEmpty();
    }

    @Test
    void allJobsAreShownAgainOnceTheFilterIsLeft() {
        BROWSER.press("/", "seq");
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody td.number")).containsExactly("2"));
        BROWSER.press(Keys.ESCAPE);

        BROWSER.awaitThat(
                () -> assertThat(BROWSER.texts("tbody td.number")).containsExactly("3", "2", "1"));
        assertThat(BROWSER.await("#filter").getDomProperty("value")).isEmpty();
        assertThat(BROWSER.texts(".states button")).contains("All 3");
        assertThat(BROWSER.text("#count")).isEqualTo("3 jobs");
    }

    @Test
    void foundJobsAreReachedFromTheFilter() {
        BROWSER.press("/", "exit", Keys.ENTER);
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody td.number")).containsExactly("1"));
        assertThat(focused()).isEqualTo("1");
        BROWSER.press("/", Keys.ESCAPE);
    }

    @Test
    void exitIsAColumnToSortBy() {
        BROWSER.click("th.exit button");

        BROWSER.awaitThat(
                () -> assertThat(BROWSER.texts("tbody td.number")).containsExactly("1", "2", "3"));
    }

    @Test
    void severalJobsAreChosenAndTreatedTogether() {
        USER.run("run", "--label", "more", "sleep 1001");
        USER.run("run", "--label", "more", "sleep 1002");
        BROWSER.type("#filter", "more");
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody tr")).hasSize(2));
        BROWSER.click("tbody tr:first-child .box input");
        BROWSER.awaitThat(() -> assertThat(BROWSER.text(".several")).contains("1 chosen"));
        BROWSER.run(
                "document.querySelector('tbody tr:last-child .box input').dispatchEvent(new MouseEvent('click', {shiftKey: true, bubbles: true}))");
        BROWSER.awaitThat(
                () -> assertThat(BROWSER.text(".several")).contains("2 chosen", "Kill 2"));
        BROWSER.click(".several .danger");
        BROWSER.click("#dialog-yes");
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody .word")).containsOnly("✗ killed"));
        BROWSER.click("th.box input");
        BROWSER.awaitThat(() -> assertThat(BROWSER.text(".several")).contains("Remove 2"));
        BROWSER.click(".several .danger");
        BROWSER.click("#dialog-yes");

        BROWSER.awaitThat(
                () -> assertThat(BROWSER.text(".nothing")).contains("No job matches the filter"));
        BROWSER.click(".nothing button");
    }

    @Test
    void keysAreListed() {
        BROWSER.press("?");
        BROWSER.awaitThat(() -> assertThat(BROWSER.text("dialog")).contains("filter", "new job"));
        BROWSER.press(Keys.ESCAPE);

        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("dialog")).isEmpty());
    }

    @Test
    void tableIsSortedByAColumnEitherWay() {
        BROWSER.click("th.state button");
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody td.number")).startsWith("3", "1"));
        BROWSER.click("th.state button");
        BROWSER.awaitThat(() -> assertThat(BROWSER.texts("tbody td.number")).endsWith("1", "3"));

        assertThat(BROWSER.await("th.state").getDomAttribute("aria-sort")).isEqualTo("descending");
    }

    @Test
    void columnThatIsEmptyForAllJobsIsNotShown() {
        assertThat(BROWSER.await("th.label").isDisplayed()).isTrue();
        assertThat(BROWSER.run("return document.querySelector('th.reported').offsetWidth"))
                .isEqualTo(0L);
    }

    @Test
    void commandIsShownOnOneLineAndCopiedAsItIs() {
        assertThat(BROWSER.text("tr[data-job='3'] td.command")).isEqualTo("cd /tmp ⏎ sleep 1000");
        BROWSER.grant("clipboardReadWrite", "clipboardSanitizedWrite");
        BROWSER.click("tr[data-job='3'] .more");
        BROWSER.press(Keys.ARROW_DOWN);
        assertThat(focused()).isEqualTo("Copy command");
        BROWSER.press(Keys.ENTER);

        BROWSER.awaitThat(() -> assertThat(BROWSER.clipboard()).isEqualTo("cd /tmp\n sleep 1000"));
    }

    @Test
    void clickAnywhereInARowOpensItsJob() {
        BROWSER.click("tr[data-job='2'] td.state");

        BROWSER.awaitThat(() -> assertThat(BROWSER.text("h1")).isEqualTo("Job 2"));
    }

    @Test
    void jobThatHasEndedIsRestartedAndRemoved() {
        BROWSER.click("tr[data-job='1'] [aria-label='Restart job 1']");
        BROWSER.awaitThat(() -> assertThat(BROWSER.text("h1")).isEqualTo("Job 4: first"));
        BROWSER.awaitThat(() -> assertThat(BROWSER.text(".badge")).isEqualTo("✗ failed"));
        BROWSER.click("#remove");
        BROWSER.click("#dialog-yes");

        BROWSER.awaitThat(
                () -> assertThat(BROWSER.texts("tbody td.number")).containsExactly("3", "2", "1"));
    }

    /// The job may have ended since the answer was made.
    @Test
    void answerThatComesLateDoesNotReplaceWhatAMessageHasSaid() {
        Object learned =
                BROWSER.runLater(
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
        BROWSER.press(Keys.TAB);
        assertThat(focused()).isEqualTo("Skip to the content");
        BROWSER.press(Keys.TAB, Keys.TAB, Keys.ENTER);
        BROWSER.awaitThat(() -> assertThat(BROWSER.text("h1")).isEqualTo("Queue"));
        BROWSER.press(Keys.TAB, Keys.ENTER);
        BROWSER.await(".timeline a[data-job='3']");
        BROWSER.press(Keys.TAB, Keys.ENTER);
        BROWSER.awaitThat(() -> assertThat(BROWSER.text("h1")).isEqualTo("Agents"));
        BROWSER.press(Keys.TAB, Keys.ENTER);
        BROWSER.awaitThat(() -> assertThat(BROWSER.text("h1")).isEqualTo("New job"));
        PAGE.show("jobs");
        BROWSER.await("tr[data-job='1']");
        BROWSER.press("jjk");
        assertThat(focused()).isEqualTo("3");
        BROWSER.press(Keys.ENTER);
        BROWSER.awaitThat(() -> assertThat(BROWSER.text("h1")).isEqualTo("Job 3: third"));
        assertThat(BROWSER.run("return document.title")).isEqualTo("Job 3: third · nudge");
        BROWSER.press("x");
        BROWSER.await("dialog[open]");
        BROWSER.press(Keys.ESCAPE, Keys.ESCAPE);
        BROWSER.await("tr[data-job='1']");
        BROWSER.press("n");

        BROWSER.awaitThat(() -> assertThat(focused()).isEqualTo("command"));
    }

    /// Returns the text, or the id, of what has the focus.
    private static String focused() {
        return String.valueOf(
                BROWSER.run(
                        "const e = document.activeElement; return e.textContent.trim() || e.id"));
    }
}
