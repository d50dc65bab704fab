package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/// The queue as the page shows and changes it.
class QueuePageIT extends PageStory {
    private static final String BUILDS = "[data-group='builds'] ";
    private static final String DEFAULT = "[data-group='default'] ";

    private static void awaitRunning(String group, Object... jobs) {
        String numbers = String.join(", ", Stream.of(jobs).map(job -> "Job " + job).toList());
        browser.awaitText(
                "[data-group='%s'] .running-jobs".formatted(group), "Running: " + numbers);
    }

    @Test
    void groupIsAddedResizedPausedAlsoByKeyboardAloneAndRemovedAndAJobHeld() {
        visit("queue");
        browser.awaitText(DEFAULT + ".badge", "✓ open");
        browser.type("#new-group", "builds");
        browser.type(".add-group .limit", "1", Keys.ENTER);
        browser.awaitText(BUILDS + ".note", "Limit: 1 at once");
        user.run("group", "set", "builds", "--min-free-memory", "1K");
        browser.awaitText(BUILDS + ".note", "Limit: 1 at once, while 1K of memory are free");
        user.run("group", "set", "builds", "--min-free-memory", "none");
        long first = user.runJob("--group", "builds", "sleep 300");
        long second = user.runJob("--group", "builds", "--label", "second", "--", "sleep 301");
        long third = user.runJob("--group", "builds", "--priority", "1", "--", "sleep 302");
        awaitRunning("builds", first);
        browser.awaitTexts(
                BUILDS + "li .words",
                third + " sleep 302 group builds runs 1",
                second + " second group builds runs 1");
        assertThat(browser.text(BUILDS)).contains("1 running, 2 queued");
        user.run("kill", Long.toString(first));
        awaitRunning("builds", third);
        browser.awaitTexts(BUILDS + "li a", second + " second");
        browser.await(BUILDS + ".limit").clear();
        browser.type(BUILDS + ".limit", "2", Keys.ENTER);
        awaitRunning("builds", second, third);

        user.run("kill", Long.toString(second), Long.toString(third));
        browser.click("[aria-label='Pause group builds']");
        browser.awaitText(BUILDS + ".badge", "‖ paused");
        long held = user.runJob("--group", "builds", "sleep 303");
        browser.awaitText(BUILDS + "li .reason", "group builds is paused");
        browser.click("[aria-label='Hold job %d']".formatted(held));
        browser.awaitText(BUILDS + "li .reason", "held");
        assertThat(state(held)).isEqualTo("held");
        showJob(held);
        browser.awaitText(".badge", "… held");
        browser.click("#hold");
        browser.awaitText(".badge", "… queued");
        assertThat(browser.text(".heading .note")).contains("group builds is paused");
        show("queue");
        browser.click("[aria-label='Resume group builds']");
        awaitRunning("builds", held);
        // A job that is being started has its place among them already.
        browser.awaitThat(() -> assertThat(state(held)).isEqualTo("running"));

        user.run("kill", Long.toString(held));
        browser.click("[aria-label='Remove group builds']");
        browser.click("#dialog-yes");
        browser.awaitCount(BUILDS, 0);
        assertThat(browser.complaints()).isEmpty();

        browser.run("document.querySelector('[data-view=new]').focus()");
        for (int i = 0; i < 8 && !focused().startsWith("Pause"); i++) {
            browser.press(Keys.TAB);
        }
        browser.press(Keys.ENTER);
        browser.awaitText(DEFAULT + ".badge", "‖ paused");
        assertThat(focused()).isEqualTo("Resume group default");
        browser.press(Keys.ENTER);
        browser.awaitText(DEFAULT + ".badge", "✓ open");
    }

    @Test
    void jobThatWaitsIsMovedByItsButtonsAndByDraggingButNotPastOneThatItWaitsFor() {
        user.run("group", "add", "moves", "--parallel", "1");
        long first = user.runJob("--group", "moves", "sleep 300");
        long a = user.runJob("--group", "moves", "sleep 301");
        long b = user.runJob("--group", "moves", "sleep 302");
        long c = user.runJob("--group", "moves", "sleep 303");
        visit("queue");
        awaitOrder(a, b, c);
        browser.click("[aria-label='Start job %d earlier']".formatted(b));
        awaitOrder(b, a, c);
        browser.click("[aria-label='Start job %d later']".formatted(b));
        awaitOrder(a, b, c);
        drag(c, a);
        awaitOrder(c, a, b);
        assertThat(browser.complaints()).isEmpty();

        long after = user.runJob("--group", "moves", "--after", Long.toString(a), "--", "make");
        awaitOrder(c, a, b, after);
        drag(after, c);
        browser.awaitPart(
                "dialog",
                "Job %d waits for job %d, so they cannot change places.".formatted(after, a));
        browser.press(Keys.ESCAPE);
        awaitOrder(c, a, b, after);

        browser.run("document.querySelector(`li[data-job='${arguments[0]}'] button`).focus()", c);
        user.run("kill", Long.toString(first));
        awaitRunning("moves", c);
        browser.awaitResult(a + " sleep 301", "return document.activeElement.textContent");
    }

    private static void drag(long job, long before) {
        browser.drag(
                "li[data-job='%d'] .grip".formatted(job), "li[data-job='%d']".formatted(before));
    }

    private static void awaitOrder(Long... jobs) {
        browser.awaitThat(() ->
                assertThat(browser.texts("[data-group='moves'] li a"))
                        .extracting(text -> Long.valueOf(text.split(" ", -1)[0]))
                        .containsExactly(jobs));
    }

    @Test
    void formRefusesWrongConditionsAndStartsJobsThatWaitAndAreRetried() {
        user.run("group", "add", "forms", "--parallel", "2");
        long first = user.runJob("sleep 300");
        visit("new");
        browser.type("#command", "exit 1");
        browser.click("#conditions summary");
        browser.awaitThat(() ->
                assertThat(browser.texts("#group option"))
                        .contains("forms (2 at once)", "default"));
        browser.awaitResult("default", "return group.value");
        browser.type("#after", "77777");
        browser.click("#start");
        browser.awaitText(
                ".error",
                "The command was not started: it waits for job 77777, which does not exist");
        browser.run("after.value = 'x'");
        browser.click("#conditions summary");
        browser.click("#start");
        browser.awaitThat(() -> assertThat(focused()).isEqualTo("after"));
        browser.run("after.value = arguments[0]; group.value = 'forms'", Long.toString(first));
        browser.run("document.getElementById('after-how').value = 'after_any'");
        browser.type("#retry-delay", "20s");
        browser.click("#start");
        browser.awaitText(".error", "retry_delay_seconds needs retry");
        assertThat(user.stored().getLast().path("job").longValue()).isEqualTo(first);
        browser.forget();

        browser.type("#delay", "30m");
        browser.type("#retry", "3");
        browser.type("#priority", "7");
        browser.type("#exclusive", "device");
        browser.type("#memory", "512M");
        browser.type("#cpus", "1");
        browser.type("#nice", "5");
        assertThat(browser.text("#equal"))
                .isEqualTo(
                        "nudge run --cwd %s --group forms --after-any %d --delay 30m --retry 3 --retry-delay 20s --priority 7 --exclusive device --memory 512M --cpus 1 --nice 5 'exit 1'"
                                .formatted(browser.run("return cwd.value"), first));
        browser.click("#start");
        long job = first + 1;
        browser.awaitText("h1", "Job " + job);
        browser.awaitPart(".heading .note", "after job " + first);
        assertThat(user.run("show", Long.toString(job), "--json"))
                .contains(
                        "\"group\" : \"forms\"",
                        "\"after_any\" : [ %d ]".formatted(first),
                        "\"retry\" : 3",
                        "\"retry_delay_seconds\" : 20",
                        "\"priority\" : 7",
                        "\"exclusive\" : \"device\"",
                        "\"memory\" : 536870912",
                        "\"cpus\" : 1.0",
                        "\"nice\" : 5");
        show("jobs/%d/details".formatted(job));
        browser.awaitPart(
                ".facts",
                "forms",
                "Starts after the end of\njob %d (● running)".formatted(first),
                "up to 3 times, after 20s each");
        browser.click(".facts a[href='#/jobs/%d/details']".formatted(first));
        browser.awaitPart(".facts", "Jobs that start after it\njob %d (… queued)".formatted(job));
        assertThat(browser.complaints()).isEmpty();

        visit("new");
        browser.type("#command", "true");
        browser.click("#conditions summary");
        browser.run("document.getElementById('at').value = '2099-12-31T23:59'");
        browser.click("#start");
        browser.awaitPart(".heading .note", "until");
        assertThat(user.record(job + 1).at("/queue/not_before").stringValue(""))
                .startsWith("2099-12-31")
                .endsWith("Z");
    }

    @Test
    void attemptsAreShownEachWithItsOutputAndAddedMeanwhile() throws IOException {
        Path end = user.folder("home").resolve("end");
        String command =
                "until test -e %s; do sleep 0.1; done; echo seen $RANDOM; exit 4".formatted(end);
        long job = user.runJob("--retry", "1", "--", command);
        visit("jobs/%d/details".formatted(job));
        browser.awaitText("[data-attempt='1'] .badge", "● running");
        browser.click("[data-attempt='1'] summary");
        browser.awaitText("[data-attempt='1'] .part", "No output");
        Files.createFile(end);
        browser.awaitCount(".attempts > li", 2);
        browser.awaitText("[data-attempt='2'] .badge", "✗ failed, exit 4");
        browser.awaitText("[data-attempt='1'] .badge", "✗ failed, exit 4");
        browser.click("[data-attempt='2'] summary");
        for (String attempt : new String[] {"1", "2"}) {
            browser.awaitText(
                    "[data-attempt='%s'] .log".formatted(attempt),
                    user.run("logs", Long.toString(job), "--attempt", attempt).strip());
        }
        assertThat(browser.text(".heading .note")).contains("exit 4, attempt 2");
        assertThat(browser.complaints()).isEmpty();
    }
}
