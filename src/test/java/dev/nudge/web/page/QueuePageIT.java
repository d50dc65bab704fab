package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/// The queue as the page shows and changes it.
class QueuePageIT extends PageStory {
    private static final String BUILDS = "[data-group='builds'] ";

    @BeforeEach
    void begin() {
        newUser();
    }

    /// Starts a job in the group `builds`.
    private static void build(String... words) {
        start(
                Stream.concat(Stream.of("--group", "builds"), Stream.of(words))
                        .toArray(String[]::new));
    }

    @Test
    void groupsShowTheirLimitsAndTheOrderOfTheirJobs() {
        user.run("group", "add", "builds", "--parallel", "1", "--min-free-memory", "1K");
        build("--", "sleep 300");
        build("--label", "second", "--", "make");
        build("--priority", "1", "--", "sleep 301");
        open("queue");
        browser.awaitText("[data-group='default'] .badge", "✓ open");
        assertThat(browser.texts(BUILDS + ".note"))
                .contains("Limit: 1 at once, while 1K of memory are free");
        assertThat(browser.text(BUILDS)).contains("1 running, 2 queued");
        browser.awaitText(BUILDS + ".running-jobs", "Running: Job 1");
        browser.awaitTexts(
                BUILDS + "li .words",
                "3 sleep 301 group builds runs 1",
                "2 second group builds runs 1");
        user.run("kill", "1");

        browser.awaitText(BUILDS + ".running-jobs", "Running: Job 3");
        browser.awaitTexts(BUILDS + "li a", "2 second");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void groupIsPausedAndResumedAndAJobHeldAndReleased() {
        user.run("group", "add", "builds");
        open("queue");
        browser.click("[aria-label='Pause group builds']");
        browser.awaitText(BUILDS + ".badge", "‖ paused");
        build("--", "sleep 300");
        browser.awaitText(BUILDS + "li .reason", "group builds is paused");
        browser.click("[aria-label='Hold job 1']");
        browser.awaitText(BUILDS + "li .reason", "held");
        assertThat(state(1)).isEqualTo("held");
        show("jobs/1");
        browser.awaitText(".badge", "… held");
        browser.click("#hold");
        browser.awaitText(".badge", "… queued");
        assertThat(browser.text(".heading .note")).contains("group builds is paused");
        show("queue");
        browser.click("[aria-label='Resume group builds']");

        browser.awaitText(BUILDS + ".running-jobs", "Running: Job 1");
        // A job that is being started has its place among them already.
        browser.awaitThat(() -> assertThat(state(1)).isEqualTo("running"));
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void groupIsAddedResizedAndRemoved() {
        open("queue");
        browser.type("#new-group", "builds");
        browser.type(".add-group .limit", "1", Keys.ENTER);
        browser.awaitText(BUILDS + ".note", "Limit: 1 at once");
        build("--", "sleep 300");
        build("--", "sleep 301");
        browser.awaitText(BUILDS + ".running-jobs", "Running: Job 1");
        browser.await(BUILDS + ".limit").clear();
        browser.type(BUILDS + ".limit", "2", Keys.ENTER);
        browser.awaitText(BUILDS + ".running-jobs", "Running: Job 1, Job 2");
        user.run("kill", "1", "2");
        browser.click("[aria-label='Remove group builds']");
        browser.click("#dialog-yes");

        browser.awaitTexts(".group-card h2", "default");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void jobThatWaitsIsMovedByItsButtonsAndByDraggingButNotPastOneThatItWaitsFor() {
        user.run("group", "add", "builds", "--parallel", "1");
        for (int i = 0; i < 4; i++) {
            build("--", "sleep 30" + i);
        }
        open("queue");
        awaitOrder(2, 3, 4);
        browser.click("[aria-label='Start job 3 earlier']");
        awaitOrder(3, 2, 4);
        browser.click("[aria-label='Start job 3 later']");
        awaitOrder(2, 3, 4);
        drag(4, 2);
        awaitOrder(4, 2, 3);
        assertThat(browser.complaints()).isEmpty();

        build("--after", "2", "--", "make");
        awaitOrder(4, 2, 3, 5);
        drag(5, 4);
        browser.awaitPart("dialog", "Job 5 waits for job 2, so they cannot change places.");
        browser.press(Keys.ESCAPE);
        awaitOrder(4, 2, 3, 5);

        browser.run("document.querySelector(\"li[data-job='4'] button\").focus()");
        user.run("kill", "1");
        browser.awaitText(BUILDS + ".running-jobs", "Running: Job 4");
        browser.awaitThat(() ->
                assertThat(browser.run("return document.activeElement.textContent"))
                        .isEqualTo("2 sleep 301"));
    }

    private static void drag(int job, int before) {
        browser.drag(
                "li[data-job='%d'] .grip".formatted(job), "li[data-job='%d']".formatted(before));
    }

    private static void awaitOrder(Integer... jobs) {
        browser.awaitThat(() ->
                assertThat(browser.texts(BUILDS + "li a"))
                        .extracting(text -> Integer.valueOf(text.split(" ", -1)[0]))
                        .containsExactly(jobs));
    }

    @Test
    void formStartsAJobThatWaitsAndIsRetried() {
        user.run("group", "add", "builds", "--parallel", "2");
        start("sleep 300");
        open("new");
        browser.type("#command", "exit 1");
        browser.click("#conditions summary");
        browser.awaitTexts("#group option", "builds (2 at once)", "default");
        browser.awaitThat(() ->
                assertThat(browser.await("#group").getDomProperty("value")).isEqualTo("default"));
        browser.run("group.value = 'builds'");
        browser.type("#after", "1");
        browser.run("document.getElementById('after-how').value = 'after_any'");
        browser.type("#delay", "30m");
        browser.type("#retry", "3");
        browser.type("#retry-delay", "20s");
        browser.type("#priority", "7");
        browser.type("#exclusive", "device");
        browser.type("#memory", "512M");
        browser.type("#cpus", "1");
        browser.type("#nice", "5");
        assertThat(browser.text("#equal"))
                .isEqualTo(
                        "nudge run --cwd %s --group builds --after-any 1 --delay 30m --retry 3 --retry-delay 20s --priority 7 --exclusive device --memory 512M --cpus 1 --nice 5 'exit 1'"
                                .formatted(browser.await("#cwd").getDomProperty("value")));
        browser.click("#start");
        browser.awaitText("h1", "Job 2");
        browser.awaitPart(".heading .note", "after job 1");
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
        show("jobs/2/details");

        browser.awaitPart(
                ".facts",
                "builds",
                "Starts after the end of\njob 1 (● running)",
                "up to 3 times, after 20s each");
        browser.click(".facts a[href='#/jobs/1/details']");
        browser.awaitPart(".facts", "Jobs that start after it\njob 2 (… queued)");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void wrongConditionsAreRefusedWithTheReasonAndATimeIsTaken() {
        open("new");
        browser.type("#command", "true");
        browser.click("#conditions summary");
        browser.type("#after", "77");
        browser.click("#start");
        browser.awaitText(
                ".error", "The command was not started: it waits for job 77, which does not exist");
        browser.run("after.value = 'x'");
        browser.click("#conditions summary");
        browser.click("#start");
        browser.awaitThat(() ->
                assertThat(browser.run("return document.activeElement.id")).isEqualTo("after"));
        browser.run("after.value = ''");
        browser.type("#retry-delay", "5");
        browser.click("#start");
        browser.awaitText(".error", "retry_delay_seconds needs retry");
        assertThat(user.run("ps", "--all", "--json")).isEqualToIgnoringWhitespace("[]");

        browser.await("#retry-delay").clear();
        browser.run("document.getElementById('at').value = '2099-12-31T23:59'");
        browser.click("#start");
        browser.awaitPart(".heading .note", "until");
        assertThat(user.record(1).at("/queue/not_before").stringValue(""))
                .startsWith("2099-12-31")
                .endsWith("Z");
    }

    @Test
    void attemptsAreShownEachWithItsOutputAndAddedMeanwhile() {
        String end = user.folder("home").resolve("end").toString();
        start(
                "--retry",
                "1",
                "--",
                "until test -e %s; do sleep 0.1; done; echo seen $RANDOM; exit 4".formatted(end));
        open("jobs/1/details");
        browser.awaitText("[data-attempt='1'] .badge", "● running");
        browser.click("[data-attempt='1'] summary");
        browser.awaitText("[data-attempt='1'] .part", "No output");
        finish("touch", end);
        browser.awaitCount(".attempts > li", 2);
        browser.awaitText("[data-attempt='2'] .badge", "✗ failed, exit 4");
        browser.awaitText("[data-attempt='1'] .badge", "✗ failed, exit 4");
        browser.click("[data-attempt='2'] summary");
        for (String attempt : new String[] {"1", "2"}) {
            browser.awaitText(
                    "[data-attempt='%s'] .log".formatted(attempt),
                    user.run("logs", "1", "--attempt", attempt).strip());
        }
        assertThat(browser.text(".heading .note")).contains("exit 4, attempt 2");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void keyboardAlonePausesAGroup() {
        open("queue");
        browser.await("[data-group='default'] button");
        browser.run("document.querySelector('[data-view=new]').focus()");
        for (int i = 0; i < 8 && !focused().startsWith("Pause"); i++) {
            browser.press(Keys.TAB);
        }
        browser.press(Keys.ENTER);

        browser.awaitText("[data-group='default'] .badge", "‖ paused");
        assertThat(focused()).isEqualTo("Resume group default");
    }

    private static String focused() {
        return String.valueOf(
                browser.run("return document.activeElement.getAttribute('aria-label') ?? ''"));
    }
}
