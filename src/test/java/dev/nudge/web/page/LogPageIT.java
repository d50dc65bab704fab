package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ProgressDisplays;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

class LogPageIT extends PageStory {
    /// Numbers of nine digits: 1 GB of them.
    private static final String GIGABYTE = "seq 100000001 200000000";

    private static final long TEN_GIGABYTES = 10_000_000_000L;

    @BeforeAll
    static void allowLongLogs() {
        user.environment().put("NUDGE_MAX_LOG", "20G");
    }

    private static void openLog(long job) {
        open("jobs/%d/log".formatted(job));
    }

    private static List<String> lines() {
        return browser.texts(".line");
    }

    private static void awaitLast(String... lines) {
        browser.awaitThat(() -> assertThat(lines()).endsWith(lines));
    }

    private static void goToTheBeginning(String first) {
        browser.await(".log").sendKeys(Keys.HOME);
        browser.awaitThat(() -> assertThat(lines()).startsWith(first));
    }

    private static void jumpToTheMiddle() {
        browser.run("position.value = 500; position.dispatchEvent(new Event('change'))");
    }

    private static void scrollDown() {
        browser.run(
                "const l = document.querySelector('.log'); l.scrollTop = l.scrollHeight - l.clientHeight - 10");
    }

    private static void scrollUp() {
        browser.run("document.querySelector('.log').scrollTop = 0");
    }

    private static void awaitItsEnd() {
        String below =
                "const l = document.querySelector('.log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 4";
        browser.awaitThat(() -> assertThat(browser.run(below)).isEqualTo(true));
    }

    @Test
    void outputIsShownAsInATerminal() throws IOException {
        Path output = user.folder("project").resolve("output");
        Files.writeString(
                output,
                ProgressDisplays.all().get("docker pull")
                        + ProgressDisplays.all().get("yarn")
                        + "one\ntwo\n\u001b[2A\u001b[2K\u001b[31mONE\u001b[0m plain\n\n"
                        + "<b>&amp;\nSee https://example.org/a?b=1, (http://x.org/y).\n");
        openLog(finish("cat " + output));
        browser.awaitThat(() ->
                assertThat(lines())
                        .map(String::strip)
                        .containsExactly(
                                "latest: Pulling from library/redis",
                                "a2abf6c4d29d: Pull complete",
                                "c7a4e4382001: Pull complete",
                                "4044b9ba67c9: Pull complete",
                                "Digest: sha256:db485f2e",
                                "Status: Downloaded newer image for redis:latest",
                                "[1/2] Resolving packages...",
                                "success Saved lockfile.",
                                "ONE plain",
                                "two",
                                "<b>&amp;",
                                "See https://example.org/a?b=1, (http://x.org/y)."));
        assertThat(browser.text(".line .fg1")).isEqualTo("ONE");
        assertThat(browser.texts(".line a"))
                .containsExactly("https://example.org/a?b=1", "http://x.org/y");
    }

    @Test
    void gigabyteIsReadFromBothEndsAndInTheMiddleAndSearched() {
        long job = start(GIGABYTE);
        user.awaitEnd(job, Duration.ofMinutes(5));
        openLog(job);
        awaitLast("200000000");
        goToTheBeginning("100000001");
        jumpToTheMiddle();
        browser.awaitThat(() -> assertThat(lines()).contains("150000000"));
        browser.awaitPart("#log-state", "477M of 954M");
        assertThat(lines()).hasSizeLessThan(3000);

        search("1[89]0000000$");
        browser.awaitText(".line.match", "180000000");
        browser.awaitText("#search-state", "1 of 2");
        browser.press(Keys.ENTER);
        browser.awaitText(".line.match", "190000000");

        search("(.*no){3} such line");
        browser.awaitThat(() ->
                assertThat(browser.text("#search-state")).matches("no match, \\d+ % searched"));
        browser.press(Keys.ESCAPE);
        browser.awaitText("#search-state", "");
        search("^100000009$");
        browser.awaitText("#search-state", "1 of 1");
    }

    private static void search(String pattern) {
        browser.await("#search").clear();
        browser.type("#search", pattern, Keys.ENTER);
    }

    @Test
    void tenGigabytesAreReadInTheMiddle() throws IOException {
        long job = finish("true");
        try (RandomAccessFile log =
                new RandomAccessFile(user.job(job).resolve("output.log").toFile(), "rw")) {
            log.seek(TEN_GIGABYTES / 2 - 8_000);
            log.writeBytes("\nthe middle".repeat(2_000));
            log.seek(TEN_GIGABYTES - 11_000);
            log.writeBytes("\nand an end".repeat(1_000));
        }
        openLog(job);
        awaitLast("and an end");
        browser.awaitText("#log-state", "9.3G");
        jumpToTheMiddle();

        browser.awaitThat(() -> assertThat(lines()).contains("the middle"));
        browser.awaitText("#log-state", "4.7G of 9.3G");
    }

    @Test
    void lineOfManyMegabytesIsReadInItsMiddleAndFromThereOn() {
        openLog(finish("seq 5000000 | tr '\\n' ' '"));
        browser.awaitThat(() -> assertThat(lines().getLast()).contains("5000000"));
        jumpToTheMiddle();
        browser.awaitThat(() -> assertThat(numbers()).contains(2_500_000));
        assertThat(
                        browser.run(
                                "return getComputedStyle(document.querySelector('.line'), '::before').content"))
                .isEqualTo("\"… \"");
        int last = numbers().getLast();

        browser.awaitThat(() -> {
            scrollDown();
            assertThat(numbers().getLast()).isGreaterThan(last);
        });
        List<Integer> shown = numbers();
        assertThat(shown).isEqualTo(numbersFrom(shown.getFirst(), shown.size()));
    }

    /// Returns the numbers that are shown as a whole.
    private static List<Integer> numbers() {
        List<Integer> all =
                Stream.of(String.join("", lines()).strip().split(" "))
                        .map(Integer::valueOf)
                        .toList();
        return all.subList(1, all.size() - 1);
    }

    private static List<Integer> numbersFrom(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    @Test
    void wholeOutputIsDownloaded() {
        long job = finish("seq 100000; printf end");
        open();
        Path folder = user.folder("downloads");
        browser.saveIn(folder);
        show("jobs/%d/log".formatted(job));
        browser.awaitText("#log-state", "575K");
        browser.click("a[href*='/download']");

        browser.awaitThat(() ->
                assertThat(folder.resolve("job-%d.log".formatted(job)))
                        .hasSameBinaryContentAs(user.job(job).resolve("output.log")));
    }

    /// The first place is asked for while another one is loaded: on a busy machine, something is
    /// always being loaded.
    @Test
    void scrollingFromAPlaceLoadsWhatFollowsWithoutGapsOrRepetition() {
        openLog(finish("seq 5000"));
        awaitLast("5000");
        browser.run(
                """
                const fetched = window.fetch;
                const held = new Promise((go) => { window.go = go; });
                window.fetch = async (...words) => { await held; return fetched(...words); };
                """);
        jumpToTheMiddle();
        browser.await(".log").sendKeys(Keys.END);
        browser.await(".log").sendKeys(Keys.HOME);
        browser.run("go()");
        browser.awaitThat(() -> assertThat(lines()).startsWith("1"));

        while (!lines().getLast().equals("5000")) {
            String last = lines().getLast();
            browser.awaitThat(() -> {
                scrollDown();
                assertThat(lines().getLast()).isNotEqualTo(last);
            });
            List<Integer> shown = lines().stream().map(Integer::valueOf).toList();
            assertThat(shown).isEqualTo(numbersFrom(shown.getFirst(), shown.size()));
        }
    }

    @Test
    void outputIsFollowedUntilSomebodyScrollsUp() {
        String home = user.folder("home").toString();
        long job =
                start(
                        "--cwd",
                        home,
                        "seq 1000; until test -e more; do sleep 0.1; done; printf 'half'; until test -e end; do sleep 0.1; done; echo ' a line'");
        openLog(job);
        awaitLast("1000");
        finish("--cwd", home, "touch more");
        awaitLast("half");
        awaitItsEnd();
        browser.awaitThat(() -> {
            scrollUp();
            assertThat(browser.await("#follow").getDomAttribute("aria-pressed")).isEqualTo("false");
        });
        finish("--cwd", home, "touch end");
        user.awaitEnd(job);
        browser.awaitThat(() ->
                assertThat(browser.await("main").findElement(By.id("follow")).isDisplayed())
                        .isFalse());
        browser.await(".log").sendKeys(Keys.END);

        awaitLast("1000", "half a line");
    }

    @Test
    void fastOutputIsFollowedToItsEnd() {
        long job = start("for i in $(seq 40); do seq 100001 200000; sleep 0.1; done; echo done");
        openLog(job);
        user.awaitEnd(job);

        awaitLast("200000", "done");
        awaitItsEnd();
    }

    @Test
    void linesAreNumberedFromTheBeginningOfTheOutput() {
        openLog(finish("seq 5000; printf end"));
        awaitLast("5000", "end");
        browser.click("#numbers");
        awaitNumber("5000", 5000);
        awaitNumber("end", 5001);
        scrollUp();
        awaitNumber("4500", 4500);
        browser.await(".log").sendKeys(Keys.HOME);

        awaitNumber("1", 1);
        browser.click("#numbers");
    }

    /// Waits until this number is shown beside a line: counters of CSS cannot be read, so the lines
    /// of its part are counted as they count.
    private static void awaitNumber(String line, long number) {
        browser.awaitThat(() ->
                assertThat(
                                browser.run(
                                        """
                                        const line = [...document.querySelectorAll(".counted .line")].find((l) => l.textContent === arguments[0]);
                                        const before = line.parentElement.style.counterReset.match(/line (\\d+)/)[1];
                                        return Number(before) + 1 + [...line.parentElement.children].indexOf(line);
                                        """,
                                        line))
                        .isEqualTo(number));
    }

    @Test
    void jobThatNeverStartedSaysWhy() {
        long first = start("sleep 300");
        openLog(start("--after", Long.toString(first), "--", "make"));
        browser.awaitText("#log-note", "Not started yet: after job %d.".formatted(first));
        user.run("kill", Long.toString(first));

        browser.awaitText("#log-note", "Never started: job %d failed.".formatted(first));
    }
}
