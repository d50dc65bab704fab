package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/// The queue as the page shows and changes it.
class QueuePageIT {
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

    private String state(int job) {
        return user.record(job).path("state").stringValue("");
    }

    private static void awaitText(String selector, String expected) {
        chromium.awaitThat(() -> assertThat(chromium.text(selector)).isEqualTo(expected));
    }

    @Test
    void groupsShowTheirLimitsAndTheOrderOfTheirJobs() {
        user.run("group", "add", "builds", "--parallel", "1", "--min-free-memory", "1K");
        user.run("run", "--group", "builds", "--", "sleep 300");
        user.run("run", "--group", "builds", "--label", "second", "--", "make");
        user.run("run", "--group", "builds", "--priority", "1", "--", "sleep 301");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            awaitText("[data-group='default'] .badge", "✓ open");
            assertThat(chromium.texts("[data-group='builds'] .note"))
                    .contains("Limit: 1 at once, while 1K of memory are free");
            assertThat(chromium.text("[data-group='builds']")).contains("1 running, 2 queued");
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1");
            chromium.awaitThat(() ->
                    assertThat(chromium.texts("[data-group='builds'] li .words"))
                            .containsExactly(
                                    "3 sleep 301 group builds runs 1",
                                    "2 second group builds runs 1"));
            user.run("kill", "1");

            awaitText("[data-group='builds'] .running-jobs", "Running: Job 3");
            chromium.awaitThat(() ->
                    assertThat(chromium.texts("[data-group='builds'] li a"))
                            .containsExactly("2 second"));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    @Test
    void groupIsPausedAndResumedAndAJobHeldAndReleased() {
        user.run("group", "add", "builds");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            chromium.click("[aria-label='Pause group builds']");
            awaitText("[data-group='builds'] .badge", "‖ paused");
            user.run("run", "--group", "builds", "--", "sleep 300");
            awaitText("[data-group='builds'] li .reason", "group builds is paused");
            chromium.click("[aria-label='Hold job 1']");
            awaitText("[data-group='builds'] li .reason", "held");
            assertThat(state(1)).isEqualTo("held");
            page.show("jobs/1");
            awaitText(".badge", "… held");
            chromium.click("#hold");
            awaitText(".badge", "… queued");
            assertThat(chromium.text(".heading .note")).contains("group builds is paused");
            page.show("queue");
            chromium.click("[aria-label='Resume group builds']");

            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1");
            // A job that is being started has its place among them already.
            chromium.awaitThat(() -> assertThat(state(1)).isEqualTo("running"));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    @Test
    void groupIsAddedResizedAndRemoved() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            chromium.type("#new-group", "builds");
            chromium.type(".add-group .limit", "1", Keys.ENTER);
            awaitText("[data-group='builds'] .note", "Limit: 1 at once");
            user.run("run", "--group", "builds", "--", "sleep 300");
            user.run("run", "--group", "builds", "--", "sleep 301");
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1");
            chromium.await("[data-group='builds'] .limit").clear();
            chromium.type("[data-group='builds'] .limit", "2", Keys.ENTER);
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 1, Job 2");
            user.run("kill", "1", "2");
            chromium.click("[aria-label='Remove group builds']");
            chromium.click("#dialog-yes");

            chromium.awaitThat(
                    () -> assertThat(chromium.texts(".group-card h2")).containsExactly("default"));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    @Test
    void jobThatWaitsIsMovedByItsButtonsAndByDragging() {
        user.run("group", "add", "builds", "--parallel", "1");
        for (int i = 0; i < 4; i++) {
            user.run("run", "--group", "builds", "--", "sleep 30" + i);
        }
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            awaitOrder(2, 3, 4);
            chromium.click("[aria-label='Start job 3 earlier']");
            awaitOrder(3, 2, 4);
            chromium.click("[aria-label='Start job 3 later']");
            awaitOrder(2, 3, 4);
            drag(4, 2);
            awaitOrder(4, 2, 3);

            user.run("kill", "1");
            awaitText("[data-group='builds'] .running-jobs", "Running: Job 4");
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    private static void drag(int job, int before) {
        chromium.drag(
                "li[data-job='%d'] .grip".formatted(job), "li[data-job='%d']".formatted(before));
    }

    @Test
    void jobIsNotMovedPastOneThatItWaitsFor() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("run", "--group", "builds", "--", "sleep 300");
        user.run("run", "--group", "builds", "--", "sleep 301");
        user.run("run", "--group", "builds", "--", "sleep 302");
        user.run("run", "--group", "builds", "--after", "2", "--", "sleep 303");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            awaitOrder(2, 3, 4);
            drag(4, 2);

            chromium.awaitThat(() ->
                    assertThat(chromium.text("dialog"))
                            .contains("Job 4 waits for job 2, so they cannot change places."));
            chromium.press(Keys.ESCAPE);
            awaitOrder(2, 3, 4);
        }
    }

    private void awaitOrder(Integer... jobs) {
        chromium.awaitThat(() ->
                assertThat(chromium.texts("[data-group='builds'] li a"))
                        .extracting(text -> Integer.valueOf(text.split(" ", -1)[0]))
                        .containsExactly(jobs));
    }

    @Test
    void focusStaysInTheListWhenItsJobIsStarted() {
        user.run("group", "add", "builds", "--parallel", "1");
        user.run("run", "--group", "builds", "--", "sleep 300");
        user.run("run", "--group", "builds", "--", "sleep 301");
        user.run("run", "--group", "builds", "--", "sleep 302");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            chromium.await("li[data-job='2'] a");
            chromium.run("document.querySelector(\"li[data-job='2'] button\").focus()");
            user.run("kill", "1");

            chromium.awaitThat(() ->
                    assertThat(chromium.run("return document.activeElement.textContent"))
                            .isEqualTo("3 sleep 302"));
        }
    }

    @Test
    void jobThatIsPausedIsResumed() {
        user.run("run", "sleep 300");
        user.run("pause", "--running", "1");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("jobs/1");
            awaitText(".badge", "‖ paused");
            awaitText("#hold", "Resume");
            chromium.click("#hold");
            awaitText(".badge", "● running");
            assertThat(user.record(1).path("state").stringValue("")).isEqualTo("running");
        }
    }

    @Test
    void formStartsAJobThatWaitsAndIsRetried() {
        user.run("group", "add", "builds", "--parallel", "2");
        user.run("run", "sleep 300");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("new");
            chromium.type("#command", "exit 1");
            chromium.click("#conditions summary");
            chromium.awaitThat(() ->
                    assertThat(chromium.texts("#group option"))
                            .containsExactly("builds (2 at once)", "default"));
            chromium.awaitThat(() ->
                    assertThat(chromium.await("#group").getDomProperty("value"))
                            .isEqualTo("default"));
            chromium.run("group.value = 'builds'");
            chromium.type("#after", "1");
            chromium.run("document.getElementById('after-how').value = 'after_any'");
            chromium.type("#delay", "30m");
            chromium.type("#retry", "3");
            chromium.type("#retry-delay", "20s");
            chromium.type("#priority", "7");
            chromium.type("#exclusive", "device");
            chromium.type("#memory", "512M");
            chromium.type("#cpus", "1");
            chromium.type("#nice", "5");
            assertThat(chromium.text("#equal"))
                    .isEqualTo(
                            "nudge run --cwd %s --group builds --after-any 1 --delay 30m --retry 3 --retry-delay 20s --priority 7 --exclusive device --memory 512M --cpus 1 --nice 5 'exit 1'"
                                    .formatted(chromium.await("#cwd").getDomProperty("value")));
            chromium.click("#start");
            awaitText("h1", "Job 2");
            chromium.awaitThat(
                    () -> assertThat(chromium.text(".heading .note")).startsWith("after job 1"));
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

            chromium.awaitThat(() ->
                    assertThat(chromium.text(".facts"))
                            .contains(
                                    "builds",
                                    "Starts after the end of\njob 1 (● running)",
                                    "up to 3 times, after 20s each"));
            chromium.click(".facts a[href='#/jobs/1/details']");
            chromium.awaitThat(() ->
                    assertThat(chromium.text(".facts"))
                            .contains("Jobs that start after it\njob 2 (… queued)"));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    @Test
    void formStartsAJobAtATime() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("new");
            chromium.type("#command", "true");
            chromium.run("document.getElementById('at').value = '2099-12-31T23:59'");
            chromium.click("#start");

            chromium.awaitThat(
                    () -> assertThat(chromium.text(".heading .note")).startsWith("until"));
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
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("jobs");
            chromium.click("[data-state='paused']");

            chromium.awaitThat(() ->
                    assertThat(chromium.text("table")).contains("sleep 301").doesNotContain("300"));
        }
        user.run("kill", "--all");
    }

    @Test
    void wrongConditionsAreRefusedWithTheReason() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("new");
            chromium.type("#command", "true");
            chromium.click("#conditions summary");
            chromium.type("#after", "77");
            chromium.click("#start");
            awaitText(
                    ".error",
                    "The command was not started: it waits for job 77, which does not exist");
            chromium.run("after.value = 'x'");
            chromium.click("#conditions summary");
            chromium.click("#start");
            chromium.awaitThat(() ->
                    assertThat(chromium.run("return document.activeElement.id"))
                            .isEqualTo("after"));
            chromium.run("after.value = ''");
            chromium.type("#retry-delay", "5");
            chromium.click("#start");

            awaitText(".error", "retry_delay_seconds needs retry");
            assertThat(user.run("ps", "--all", "--json")).isEqualToIgnoringWhitespace("[]");
        }
    }

    @Test
    void attemptsAreShownEachWithItsOutput() {
        user.run("run", "--retry", "2", "--", "echo \"try $(date +%N)\"; echo $RANDOM; exit 7");
        user.awaitEnd(1);
        String first = user.run("logs", "1", "--attempt", "1").strip();
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("jobs/1/details");
            chromium.awaitThat(() -> assertThat(chromium.texts(".attempts > li")).hasSize(3));
            assertThat(chromium.texts(".attempts .badge")).containsOnly("✗ failed, exit 7");
            chromium.click("[data-attempt='1'] summary");
            awaitText("[data-attempt='1'] .log", first);
            chromium.click("[data-attempt='3'] summary");

            awaitText("[data-attempt='3'] .log", user.run("logs", "1", "--attempt", "3").strip());
            assertThat(chromium.text(".heading .note")).contains("exit 7, attempt 3");
            assertThat(chromium.complaints()).isEmpty();
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
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("jobs/1/details");
            awaitText("[data-attempt='1'] .badge", "● running");
            chromium.click("[data-attempt='1'] summary");
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
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("timeline");
            chromium.await("[data-link='1 2']:not(.any)");
            chromium.await("[data-link='1 3'].any");
            chromium.await("[data-link='2 3'].any");
            assertThat(chromium.text(".legend")).contains("→ starts after");
            assertThat(
                            chromium.run(
                                    "return document.querySelector(\"a[data-job='3'] title\").textContent"))
                    .asString()
                    .endsWith("starts after jobs 1, 2");
            user.run("kill", "1");
            chromium.await("a[data-job='2'].state-lost");

            assertThat(chromium.complaints()).isEmpty();
        }
    }

    @Test
    void keyboardAlonePausesAGroup() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            page.show("queue");
            chromium.await("[data-group='default'] button");
            chromium.run("document.querySelector('[data-view=new]').focus()");
            for (int i = 0; i < 8 && !focused().startsWith("Pause"); i++) {
                chromium.press(Keys.TAB);
            }
            chromium.press(Keys.ENTER);

            awaitText("[data-group='default'] .badge", "‖ paused");
            assertThat(focused()).isEqualTo("Resume group default");
        }
    }

    private static String focused() {
        return String.valueOf(
                chromium.run("return document.activeElement.getAttribute('aria-label') ?? ''"));
    }
}
