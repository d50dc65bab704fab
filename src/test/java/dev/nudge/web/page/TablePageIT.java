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
    private static Browser chromium;
    private static NudgeUser user;
    private static OpenPage page;

    @BeforeAll
    static void startJobs() {
        chromium = Browser.start();
        user = NudgeUser.create();
        page = OpenPage.of(user, chromium);
        user.run("run", "--label", "first", "exit 3");
        user.run("run", "seq 10");
        user.run("run", "--label", "third", "cd /tmp\n sleep 1000");
        user.awaitEnd(1);
        user.awaitEnd(2);
    }

    @AfterAll
    static void end() {
        page.close();
        user.close();
        chromium.close();
    }

    @BeforeEach
    void showTable() {
        page.show("jobs");
        chromium.reload();
        page.awaitLive();
        chromium.await("tr[data-job='1']");
    }

    @Test
    void jobsAreCountedAndFilteredByTheirState() {
        assertThat(chromium.texts(".states button"))
                .contains("● Running 1", "? Asking 0", "✗ Failed 1");
        chromium.click("[data-state='bad']");
        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).containsExactly("1"));
        assertThat(chromium.text("#count")).startsWith("1 of ");
        chromium.type("#filter", "sleep");
        chromium.awaitThat(
                () -> assertThat(chromium.text(".nothing")).contains("No job matches the filter"));
        chromium.click(".nothing button");

        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).contains("3", "2", "1"));
        assertThat(chromium.await("#filter").getDomProperty("value")).isEmpty();
    }

    @Test
    void allJobsAreShownAgainOnceTheFilterIsLeft() {
        chromium.press("/", "seq");
        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).containsExactly("2"));
        chromium.press(Keys.ESCAPE);

        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).containsExactly("3", "2", "1"));
        assertThat(chromium.await("#filter").getDomProperty("value")).isEmpty();
        assertThat(chromium.texts(".states button")).contains("All 3");
        assertThat(chromium.text("#count")).isEqualTo("3 jobs");
    }

    @Test
    void foundJobsAreReachedFromTheFilter() {
        chromium.press("/", "exit", Keys.ENTER);
        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).containsExactly("1"));
        assertThat(focused()).isEqualTo("1");
        chromium.press("/", Keys.ESCAPE);
    }

    @Test
    void exitIsAColumnToSortBy() {
        chromium.click("th.exit button");

        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).containsExactly("1", "2", "3"));
    }

    @Test
    void severalJobsAreChosenAndTreatedTogether() {
        user.run("run", "--label", "more", "sleep 1001");
        user.run("run", "--label", "more", "sleep 1002");
        chromium.type("#filter", "more");
        chromium.awaitThat(() -> assertThat(chromium.texts("tbody tr")).hasSize(2));
        chromium.click("tbody tr:first-child .box input");
        chromium.awaitThat(() -> assertThat(chromium.text(".several")).contains("1 chosen"));
        chromium.run(
                "document.querySelector('tbody tr:last-child .box input').dispatchEvent(new MouseEvent('click', {shiftKey: true, bubbles: true}))");
        chromium.awaitThat(
                () -> assertThat(chromium.text(".several")).contains("2 chosen", "Kill 2"));
        chromium.click(".several .danger");
        chromium.click("#dialog-yes");
        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody .word")).containsOnly("✗ killed"));
        chromium.click("th.box input");
        chromium.awaitThat(() -> assertThat(chromium.text(".several")).contains("Remove 2"));
        chromium.click(".several .danger");
        chromium.click("#dialog-yes");

        chromium.awaitThat(
                () -> assertThat(chromium.text(".nothing")).contains("No job matches the filter"));
        chromium.click(".nothing button");
    }

    @Test
    void keysAreListed() {
        chromium.press("?");
        chromium.awaitThat(() -> assertThat(chromium.text("dialog")).contains("filter", "new job"));
        chromium.press(Keys.ESCAPE);

        chromium.awaitThat(() -> assertThat(chromium.texts("dialog")).isEmpty());
    }

    @Test
    void tableIsSortedByAColumnEitherWay() {
        chromium.click("th.state button");
        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).startsWith("3", "1"));
        chromium.click("th.state button");
        chromium.awaitThat(() -> assertThat(chromium.texts("tbody td.number")).endsWith("1", "3"));

        assertThat(chromium.await("th.state").getDomAttribute("aria-sort")).isEqualTo("descending");
    }

    @Test
    void columnThatIsEmptyForAllJobsIsNotShown() {
        assertThat(chromium.await("th.label").isDisplayed()).isTrue();
        assertThat(chromium.run("return document.querySelector('th.reported').offsetWidth"))
                .isEqualTo(0L);
    }

    @Test
    void commandIsShownOnOneLineAndCopiedAsItIs() {
        assertThat(chromium.text("tr[data-job='3'] td.command")).isEqualTo("cd /tmp ⏎ sleep 1000");
        chromium.grant("clipboardReadWrite", "clipboardSanitizedWrite");
        chromium.click("tr[data-job='3'] .more");
        chromium.press(Keys.ARROW_DOWN);
        assertThat(focused()).isEqualTo("Copy command");
        chromium.press(Keys.ENTER);

        chromium.awaitThat(
                () -> assertThat(chromium.clipboard()).isEqualTo("cd /tmp\n sleep 1000"));
    }

    @Test
    void clickAnywhereInARowOpensItsJob() {
        chromium.click("tr[data-job='2'] td.state");

        chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("Job 2"));
    }

    @Test
    void jobThatHasEndedIsRestartedAndRemoved() {
        chromium.click("tr[data-job='1'] [aria-label='Restart job 1']");
        chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("Job 4: first"));
        chromium.awaitThat(() -> assertThat(chromium.text(".badge")).isEqualTo("✗ failed"));
        chromium.click("#remove");
        chromium.click("#dialog-yes");

        chromium.awaitThat(
                () -> assertThat(chromium.texts("tbody td.number")).containsExactly("3", "2", "1"));
    }

    /// The job may have ended since the answer was made.
    @Test
    void answerThatComesLateDoesNotReplaceWhatAMessageHasSaid() {
        Object learned =
                chromium.runLater(
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
        chromium.press(Keys.TAB);
        assertThat(focused()).isEqualTo("Skip to the content");
        chromium.press(Keys.TAB, Keys.TAB, Keys.ENTER);
        chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("Queue"));
        chromium.press(Keys.TAB, Keys.ENTER);
        chromium.await(".timeline a[data-job='3']");
        chromium.press(Keys.TAB, Keys.ENTER);
        chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("Agents"));
        chromium.press(Keys.TAB, Keys.ENTER);
        chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("New job"));
        page.show("jobs");
        chromium.await("tr[data-job='1']");
        chromium.press("jjk");
        assertThat(focused()).isEqualTo("3");
        chromium.press(Keys.ENTER);
        chromium.awaitThat(() -> assertThat(chromium.text("h1")).isEqualTo("Job 3: third"));
        assertThat(chromium.run("return document.title")).isEqualTo("Job 3: third · nudge");
        chromium.press("x");
        chromium.await("dialog[open]");
        chromium.press(Keys.ESCAPE, Keys.ESCAPE);
        chromium.await("tr[data-job='1']");
        chromium.press("n");

        chromium.awaitThat(() -> assertThat(focused()).isEqualTo("command"));
    }

    /// Returns the text, or the id, of what has the focus.
    private static String focused() {
        return String.valueOf(
                chromium.run(
                        "const e = document.activeElement; return e.textContent.trim() || e.id"));
    }
}
