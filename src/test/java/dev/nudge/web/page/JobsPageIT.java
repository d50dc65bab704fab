package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class JobsPageIT extends PageStory {
    private static final int MANY = 400;

    @Test
    void jobIsRefusedWithTheReasonOrStartedAndSeenEnding() throws IOException {
        open();
        show("new");
        browser.type("#command", "echo hello; until test -e end; do sleep 0.1; done; exit 3");
        browser.type("#label", "greeting");
        browser.awaitThat(() -> assertThat(browser.run("return cwd.value")).isNotEqualTo(""));
        browser.run("cwd.value = '/nowhere'");
        browser.click("#start");
        browser.awaitPart(".error", "/nowhere", "not exist");
        browser.forget();
        browser.run("cwd.value = arguments[0]", user.folder("home").toString());
        browser.click("#start");

        browser.awaitPart("h1", ": greeting");
        long job = user.stored().getLast().path("job").longValue();
        browser.awaitText(".log", "hello");
        browser.awaitText(".badge", "● running");
        Files.createFile(user.folder("home").resolve("end"));
        browser.awaitText(".badge", "✗ failed");
        show("jobs");
        browser.awaitThat(() ->
                assertThat(browser.texts(row(job, "td")))
                        .contains(Long.toString(job), "greeting", "✗ failed", "3", "6B"));
        show("jobs/%d/details".formatted(job));
        browser.awaitPart("main", "None: nobody asked for one.");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void rowsSayWhyAJobWaitsIsPausedOrHasEndedInOneHeight() {
        long first = user.runJob("sleep 300");
        long second =
                user.runJob("--after", Long.toString(first), "--label", "a long label", "make");
        long third = user.runJob("--after", Long.toString(second), "make test");
        long fourth = finish("--timeout", "1", "sleep 100");
        open();
        browser.awaitText(row(fourth, "td.state"), "✗ timed out\ntimeout of 1 s");
        browser.awaitText(row(third, "td.state"), "… queued\nafter job " + second);
        assertThat(browser.text(row(second, "td.time"))).isEmpty();
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
            assertThat(browser.await(row(first, ".more")).isDisplayed()).isTrue();
        }
        browser.size(1200, 760);

        user.run("pause", "--running", Long.toString(first));
        browser.click("[aria-label='Resume job %d']".formatted(first));
        browser.awaitText(row(first, ".word"), "● running");
        user.run("pause", "--running", Long.toString(first));
        browser.click("[data-state='paused']");
        browser.awaitTexts("tbody td.number", Long.toString(first));
        showJob(first);
        browser.awaitText(".badge", "‖ paused");
        browser.awaitText("#hold", "Resume");
        browser.click("#hold");
        browser.awaitText(".badge", "● running");
        assertThat(state(first)).isEqualTo("running");

        open();
        user.run("kill", Long.toString(first));
        browser.awaitText(
                row(third, "td.state"),
                "~ skipped\njob %d failed, job %d was skipped".formatted(first, second));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void jobsOfAnArrayAreOneRowThatOpens() {
        user.run("run", "--array", "1-6%2", "--", "[ $NUDGE_ARRAY_TASK = 2 ]");
        long first = user.stored().getLast().path("job").longValue() - 5;
        user.awaitEnd(first + 5);
        open();
        browser.awaitText(
                "tr[data-array='%d'] td.state".formatted(first), "✗ 5 failed\n✓ 1 succeeded");
        browser.type("#filter", "NUDGE_ARRAY_TASK", Keys.ENTER);
        browser.awaitCount("tbody tr", 1);
        browser.press(Keys.ENTER);
        browser.awaitCount("tbody tr", 7);
        browser.click("[data-state='good']");
        browser.awaitTexts("tbody td.number", Long.toString(first + 1));
        browser.click("[data-state='all']");
        browser.click("tr[data-array] .toggle");

        browser.awaitCount("tbody tr", 1);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void keyboardAloneFindsKillsAndRestarts() {
        long job = user.runJob("sleep 1000");
        long other = user.runJob("--label", "other", "sleep 1001");
        open();
        browser.await(row(job, ""));
        browser.press("/", "sleep 1000", Keys.ENTER);
        browser.awaitCount("tbody tr", 1);
        browser.press("x");
        browser.await("dialog[open]");
        browser.press(Keys.ESCAPE);
        browser.awaitTexts("dialog");
        assertThat(state(job)).isEqualTo("running");

        browser.press("x");
        browser.await("dialog[open]");
        browser.hold(Keys.SHIFT, Keys.TAB);
        browser.press(Keys.ENTER);
        browser.awaitText(row(job, ".word"), "✗ killed");
        assertThat(state(other)).isEqualTo("running");

        browser.press(Keys.ENTER);
        browser.awaitText("h1", "Job " + job);
        browser.click("#end");
        browser.awaitText("h1", "Job " + (other + 1));
        assertThat(user.value(other + 1, "command")).isEqualTo("sleep 1000");
    }

    @Test
    void rowThatHasTheFocusKeepsItWhileTheTableChangesAndThoseThatHaveEndedAreRemoved() {
        long ended = finish("true");
        open();
        browser.await(row(ended, ""));
        browser.press("j");
        long running = user.runJob("sleep 1002");
        browser.await(row(running, ""));
        assertThat(focused()).isEqualTo(Long.toString(ended));
        browser.click("#clean");
        browser.click("#dialog-yes");

        browser.awaitCount(row(ended, ""), 0);
        assertThat(browser.texts(row(running, ""))).hasSize(1);
    }

    @Test
    void nextDaemonIsFoundAndItsHundredsOfJobsAreShownAndFilteredAtOnce() throws IOException {
        long first = finish("true");
        open();
        user.killDaemon();
        browser.awaitPart("#connection", "Reconnecting");
        showJob(first);
        browser.awaitPart(".error", "nudge does not answer");
        JobsOnDisk disk = new JobsOnDisk(user.folder("state"));
        for (int i = 0; i < MANY; i++) {
            disk.save(number -> SomeJob.ended(number, "command nr" + (number - first)));
        }
        long next = user.runJob("sleep 1003");
        browser.awaitText("#connection", "Live");
        browser.awaitText(".badge", "✓ succeeded");
        browser.forget();
        show("jobs");
        browser.await(row(next, ""));
        int all = user.stored().size();
        browser.awaitText("#count", all + " jobs");
        browser.type("#filter", "command nr77");
        browser.awaitText("#count", "1 of %d jobs".formatted(all));
        show("timeline");
        browser.await(".timeline svg");
        assertThat(browser.complaints()).isEmpty();

        user.run("clean", "%d-%d".formatted(first + 1, first + MANY));
    }

    @Test
    void agentIsShownWithWhatWaitsForItAndWhy() {
        open();
        show("agents");
        browser.awaitPart("main", "No agent is connected", "nudge install");
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "exit 3", "label", "tests"));
            long job = user.stored().getLast().path("job").longValue();
            user.awaitEnd(job);

            browser.awaitPart(
                    ".agent",
                    "gemini-cli, pane " + agent.pane(),
                    "Nothing can be typed into it: ",
                    "Job %d: tests, its end (reported: not yet)".formatted(job));
            assertThat(browser.text(".agent")).doesNotContain("working=");
            browser.click(".agent .seen summary");
            browser.awaitThat(
                    () -> assertThat(browser.text(".agent .sees")).startsWith("nudge sees "));
            String typed = "text that the pane shows";
            tmux.sendLiteral(agent.pane(), typed);
            browser.awaitPart(".agent .seen pre", typed);
            show("jobs");
            browser.click("[data-state='unreported']");
            browser.awaitText(row(job, ".reported"), "not yet");
            show("new");
            browser.awaitThat(() ->
                    assertThat(browser.texts("#agent option"))
                            .anyMatch(name -> name.contains(agent.pane())));
        }
    }
}
