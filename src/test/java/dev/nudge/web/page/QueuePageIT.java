package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/// The queue as the page shows and changes it.
class QueuePageIT {
    @AutoClose private static final Browser BROWSER = Browser.start();

    private final NudgeUser user = NudgeUser.create();

    @AfterEach
    void end() {
        user.close();
    }

    private String state(int job) {
        return user.record(job).path("state").stringValue("");
    }

    private static void awaitText(String selector, String expected) {
        BROWSER.awaitThat(() -> assertThat(BROWSER.text(selector)).isEqualTo(expected));
    }

    @Test
    void groupsShowTheirLimitsAndTheOrderOfTheirJobs() {
        user.run("group", "add", "builds", "--parallel", "1", "--min-free-memory", "1K");
        user.run("run", "--group", "builds", "--", "sleep 300");
        user.run("run", "--group", "builds", "--label", "second", "--", "make");
        user.run("run", "--group", "builds", "--priority", "1", "--", "sleep 301");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            awaitText("[data-group='default'] .badge", "✓ open");
            assertThat(BROWSER.texts("[data-group='builds'] .note"))
                    .contains("Limit: 1 at once, while 1K of memory are free");
            assertThat(BROWSER.text("[data-group='builds']")).contains("1 running, 2 queued");
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1");
            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.texts("[data-group='builds'] li .words"))
                            .containsExactly(
                                    "3 sleep 301 group builds runs 1",
                                    "2 second group builds runs 1"));
            user.run("kill", "1");

            awaitText("[data-group='builds'] .running-jobs", "Running: Job 3");
            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.texts("[data-group='builds'] li a"))
                            .containsExactly("2 second"));
            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    @Test
    void groupIsPausedAndResumedAndAJobHeldAndReleased() {
        user.run("group", "add", "builds");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            BROWSER.click("[aria-label='Pause group builds']");
            awaitText("[data-group='builds'] .badge", "‖ paused");
            user.run("run", "--group", "builds", "--", "sleep 300");
            awaitText("[data-group='builds'] li .reason", "group builds is paused");
            BROWSER.click("[aria-label='Hold job 1']");
            awaitText("[data-group='builds'] li .reason", "held");
            assertThat(state(1)).isEqualTo("held");
            page.show("jobs/1");
            awaitText(".badge", "… held");
            BROWSER.click("#hold");
            awaitText(".badge", "… queued");
            assertThat(BROWSER.text(".heading .note")).contains("group builds is paused");
            page.show("queue");
            BROWSER.click("[aria-label='Resume group builds']");

            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1");
            // A job that is being started has its place among them already.
            BROWSER.awaitThat(() -> assertThat(state(1)).isEqualTo("running"));
            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    @Test
    void groupIsAddedResizedAndRemoved() {
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            BROWSER.type("#new-group", "builds");
            BROWSER.type(".add-group .limit", "1", Keys.ENTER);
            awaitText("[data-group='builds'] .note", "Limit: 1 at once");
            user.run("run", "--group", "builds", "--", "sleep 300");
            user.run("run", "--group", "builds", "--", "sleep 301");
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1");
            BROWSER.await("[data-group='builds'] .limit").clear();
            BROWSER.type("[data-group='builds'] .limit", "2", Keys.ENTER);
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1, Job 2");
            user.run("kill", "1", "2");
            BROWSER.click("[aria-label='Remove group builds']");
            BROWSER.click("#dialog-yes");

            BROWSER.awaitThat(
                    () -> assertThat(BROWSER.texts(".group-card h2")).containsExactly("default"));
            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    @Test
    void jobThatWaitsIsMovedByItsButtonsAndByDragging() {
        user.run("group", "add", "builds", "--parallel", "1");
        for (int i = 0; i < 4; i++) {
            user.run("run", "--group", "builds", "--", "sleep 30" + i);
        }
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            awaitOrder(2, 3, 4);
            BROWSER.click("[aria-label='Start job 3 earlier']");
            awaitOrder(3, 2, 4);
            BROWSER.click("[aria-label='Start job 3 later']");
            awaitOrder(2, 3, 4);
            drag(4, 2);
            awaitOrder(4, 2, 3);

            user.run("kill", "1");
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 4");
            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    private static void drag(int job, int before) {
        BROWSER.drag(
                "li[data-job='%d'] .grip".formatted(job), "li[data-job='%d']".formatted(before));
    }

    @Test
    void jobIsNotMovedPastOneThatItWaitsFor() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("run", "--group", "builds", "--", "sleep 300");
        user.run("run", "--group", "builds", "--", "sleep 301");
        user.run("run", "--group", "builds", "--", "sleep 302");
        user.run("run", "--group", "builds", "--after", "2", "--", "sleep 303");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            awaitOrder(2, 3, 4);
            drag(4, 2);

            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.text("dialog"))
                            .contains("Job 4 waits for job 2, so they cannot change places."));
            BROWSER.press(Keys.ESCAPE);
            awaitOrder(2, 3, 4);
        }
    }

    private void awaitOrder(Integer... jobs) {
        BROWSER.awaitThat(() ->
                assertThat(BROWSER.texts("[data-group='builds'] li a"))
                        .extracting(text -> Integer.valueOf(text.split(" ", -1)[0]))
                        .containsExactly(jobs));
    }

    @Test
    void focusStaysInTheListWhenItsJobIsStarted() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("run", "--group", "builds", "--", "sleep 300");
        user.run("run", "--group", "builds", "--", "sleep 301");
        user.run("run", "--group", "builds", "--", "sleep 302");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            BROWSER.await("li[data-job='2'] a");
            BROWSER.run("document.querySelector(\"li[data-job='2'] button\").focus()");
            user.run("kill", "1");

            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.run("return document.activeElement.textContent"))
                            .isEqualTo("3 sleep 302"));
        }
    }

    @Test
    void jobThatIsPausedIsResumed() {
        user.run("run", "sleep 300");
        user.run("pause", "--running", "1");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("jobs/1");
            awaitText(".badge", "‖ paused");
            awaitText("#hold", "Resume");
            BROWSER.click("#hold");
            awaitText(".badge", "● running");
            assertThat(user.record(1).path("state").stringValue("")).isEqualTo("running");
        }
    }

    @Test
    void formStartsAJobThatWaitsAndIsRetried() {
        user.run("group", "add", "builds", "--parallel", "2");
        user.run("run", "sleep 300");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("new");
            BROWSER.type("#command", "exit 1");
            BROWSER.click("#conditions summary");
            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.texts("#group option"))
                            .containsExactly("builds (2 at once)", "default"));
            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.await("#group").getDomProperty("value"))
                            .isEqualTo("default"));
            BROWSER.run("group.value = 'builds'");
            BROWSER.type("#after", "1");
            BROWSER.run("document.getElementById('after-how').value = 'after_any'");
            BROWSER.type("#delay", "30m");
            BROWSER.type("#retry", "3");
            BROWSER.type("#retry-delay", "20s");
            BROWSER.type("#priority", "7");
            BROWSER.type("#exclusive", "device");
            BROWSER.type("#memory", "512M");
            BROWSER.type("#cpus", "1");
            BROWSER.type("#nice", "5");
            assertThat(BROWSER.text("#equal"))
                    .isEqualTo(
                            "nudge run --cwd %s --group builds --after-any 1 --delay 30m --retry 3 --retry-delay 20s --priority 7 --exclusive device --memory 512M --cpus 1 --nice 5 'exit 1'"
                                    .formatted(BROWSER.await("#cwd").getDomProperty("value")));
            BROWSER.click("#start");
            awaitText("h1", "Job 2");
            BROWSER.awaitThat(
                    () -> assertThat(BROWSER.text(".heading .note")).startsWith("after job 1"));
            assertThat(user.run("show", "2", "--json"))
                    .contains(
                            "\"group\" : \"builds\"",
                            "\"after_any\" : [ 1 ]",
                            "\"retry\" : 3",
                            "\"retry_delay_seconds\" : 20",
                            "\"priority\" : 7",
                            "\"exclusive\" : \"device\"",
                            "\"memory\" : 536870912",
                            "\"cpus\" : 1.0",
                            "\"nice\" : 5");
            page.show("jobs/2/details");

            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.text(".facts"))
                            .contains(
                                    "builds",
                                    "Starts after the end of\njob 1 (● running)",
                                    "up to 3 times, after 20s each"));
            BROWSER.click(".facts a[href='#/jobs/1/details']");
            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.text(".facts"))
                            .contains("Jobs that start after it\njob 2 (… queued)"));
            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    @Test
    void formStartsAJobAtATime() {
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("new");
            BROWSER.type("#command", "true");
            BROWSER.run("document.getElementById('at').value = '2099-12-31T23:59'");
            BROWSER.click("#start");

            BROWSER.awaitThat(() -> assertThat(BROWSER.text(".heading .note")).startsWith("until"));
            assertThat(user.record(1).path("queue").path("not_before").stringValue(""))
                    .startsWith("2099-12-31")
                    .endsWith("Z");
        }
    }

    @Test
    void jobThatIsPausedIsShownUnderAWordOfItsOwn() {
        user.run("run", "sleep 300");
        user.run("run", "sleep 301");
        user.run("pause", "--running", "2");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("jobs");
            BROWSER.click("[data-state='paused']");

            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.text("table")).contains("sleep 301").doesNotContain("300"));
        }
        user.run("kill", "--all");
    }

    @Test
    void wrongConditionsAreRefusedWithTheReason() {
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("new");
            BROWSER.type("#command", "true");
            BROWSER.click("#conditions summary");
            BROWSER.type("#after", "77");
            BROWSER.click("#start");
            awaitText(
                    ".error",
                    "The command was not started: it waits for job 77, which does not exist");
            BROWSER.run("after.value = 'x'");
            BROWSER.click("#conditions summary");
            BROWSER.click("#start");
            BROWSER.awaitThat(() ->
                    assertThat(BROWSER.run("return document.activeElement.id")).isEqualTo("after"));
            BROWSER.run("after.value = ''");
            BROWSER.type("#retry-delay", "5");
            BROWSER.click("#start");

            awaitText(
                    ".error",
                    "There is a pause between retries, but it is not said how often to retry.");
            assertThat(user.run("ps", "--all", "--json")).isEqualToIgnoringWhitespace("[]");
        }
    }

    @Test
    void attemptsAreShownEachWithItsOutput() {
        user.run("run", "--retry", "2", "--", "echo \"try $(date +%N)\"; echo $RANDOM; exit 7");
        user.awaitEnd(1);
        String first = user.run("logs", "1", "--attempt", "1").strip();
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("jobs/1/details");
            BROWSER.awaitThat(() -> assertThat(BROWSER.texts(".attempts > li")).hasSize(3));
            assertThat(BROWSER.texts(".attempts .badge")).containsOnly("✗ failed, exit 7");
            BROWSER.click("[data-attempt='1'] summary");
            awaitText("[data-attempt='1'] .log", first);
            BROWSER.click("[data-attempt='3'] summary");

            awaitText("[data-attempt='3'] .log", user.run("logs", "1", "--attempt", "3").strip());
            assertThat(BROWSER.text(".heading .note")).contains("exit 7, attempt 3");
            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    @Test
    void attemptThatFailsIsAddedWhileTheDetailsAreShown() {
        String end = user.folder("home").resolve("end").toString();
        user.run(
                "run",
                "--retry",
                "1",
                "--",
                "until test -e %s; do sleep 0.1; done; echo seen; exit 4".formatted(end));
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("jobs/1/details");
            awaitText("[data-attempt='1'] .badge", "● running");
            BROWSER.click("[data-attempt='1'] summary");
            awaitText("[data-attempt='1'] .part", "No output");
            user.run("run", "--wait", "touch", end);
            awaitText("[data-attempt='1'] .badge", "✗ failed, exit 4");
            awaitText("[data-attempt='1'] .part", "seen");

            awaitText("[data-attempt='2'] .badge", "✗ failed, exit 4");
        }
    }

    @Test
    void linesLeadFromAJobToThoseThatStartAfterIt() {
        user.run("run", "sleep 300");
        user.run("run", "--after", "1", "--", "make");
        user.run("run", "--after-any", "1,2", "--", "make report");
        user.run("run", "true");
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("timeline");
            BROWSER.await("[data-link='1 2']:not(.any)");
            BROWSER.await("[data-link='1 3'].any");
            BROWSER.await("[data-link='2 3'].any");
            assertThat(BROWSER.text(".legend")).contains("→ starts after");
            assertThat(
                            BROWSER.run(
                                    "return document.querySelector(\"a[data-job='3'] title\").textContent"))
                    .asString()
                    .endsWith("starts after jobs 1, 2");
            user.run("kill", "1");
            BROWSER.await("a[data-job='2'].state-lost");

            assertThat(BROWSER.complaints()).isEmpty();
        }
    }

    @Test
    void keyboardAlonePausesAGroup() {
        try (OpenPage page = OpenPage.of(user, BROWSER)) {
            page.show("queue");
            BROWSER.await("[data-group='default'] button");
            BROWSER.run("document.querySelector('[data-view=new]').focus()");
            for (int i = 0; i < 8 && !focused().startsWith("Pause"); i++) {
                BROWSER.press(Keys.TAB);
            }
            BROWSER.press(Keys.ENTER);

            awaitText("[data-group='default'] .badge", "‖ paused");
            assertThat(focused()).isEqualTo("Resume group default");
        }
    }

    private static String focused() {
        return String.valueOf(
                BROWSER.run("return document.activeElement.getAttribute('aria-label') ?? ''"));
    }
}
