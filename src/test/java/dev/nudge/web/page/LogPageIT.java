package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ProgressDisplays;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

class LogPageIT extends PageStory {
    private static final long TEN_GIGABYTES = 10_000_000_000L;

    private static final String LAST =
            "return [...document.querySelectorAll('.line')].slice(-arguments[0]).map((line) => line.innerText)";

    @BeforeAll
    static void allowLongLogs() {
        user.environment().put("NUDGE_MAX_LOG", "20G");
    }

    private static void openLog(long job) {
        visit("jobs/%d/log".formatted(job));
    }

    private static List<String> lines() {
        return browser.texts(".line");
    }

    private static void awaitLast(String... lines) {
        browser.awaitResult(List.of(lines), LAST, lines.length);
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
        browser.awaitResult(
                true,
                "const l = document.querySelector('.log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 4");
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

    /// To read or search all of it would take longer.
    @Test
    void tenGigabytesAreReadFromBothEndsAndInTheMiddleAndSearched() throws IOException {
        long job = finish("true");
        try (RandomAccessFile log =
                new RandomAccessFile(user.job(job).resolve("output.log").toFile(), "rw")) {
            log.writeBytes("the beginning\n".repeat(5_000));
            log.seek(TEN_GIGABYTES / 2 - 8_000);
            log.writeBytes("\nthe middle".repeat(2_000));
            log.seek(TEN_GIGABYTES - 11_000);
            log.writeBytes("\nand an end".repeat(1_000));
        }
        openLog(job);
        awaitLast("and an end");
        browser.awaitText("#log-state", "9.3G");
        browser.await(".log").sendKeys(Keys.HOME);
        browser.awaitText(".line", "the beginning");
        jumpToTheMiddle();
        browser.awaitText("#log-state", "4.7G of 9.3G");
        assertThat(lines()).contains("the middle").hasSizeLessThan(3000);

        search("(.*no){3} such line");
        browser.awaitThat(() ->
                assertThat(browser.text("#search-state")).matches("no match, \\d+ % searched"));
        browser.press(Keys.ESCAPE);
        browser.awaitText("#search-state", "");
        search("^the beginning$");
        browser.awaitText("#search-state", "1 of 1000+");
        browser.awaitText(".line.match", "the beginning");
    }

    private static void search(String pattern) {
        browser.await("#search").clear();
        browser.type("#search", pattern, Keys.ENTER);
    }

    @Test
    void lineOfManyMegabytesIsReadInItsMiddleAndFromThereOn() {
        openLog(finish("seq 1000000 | tr '\\n' ' '"));
        browser.awaitThat(() -> assertShown(1_000_000));
        jumpToTheMiddle();
        browser.awaitThat(() -> assertShown(500_000));
        assertThat(
                        browser.run(
                                "return getComputedStyle(document.querySelector('.line'), '::before').content"))
                .isEqualTo("\"… \"");
        int last = numbers().getLast();

        browser.awaitThat(() -> {
            scrollDown();
            assertShown(last + 2);
        });
        List<Integer> shown = numbers();
        assertThat(shown).isEqualTo(numbersFrom(shown.getFirst(), shown.size()));
    }

    private static void assertShown(int number) {
        String asks = "return document.querySelector('.log').textContent.includes(arguments[0])";
        assertThat(browser.run(asks, " " + number + " ")).isEqualTo(true);
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

    /// The first place is asked for while another one is loaded: on a busy machine, something is
    /// always being loaded.
    @Test
    void longOutputIsSearchedNumberedDownloadedAndScrolledWithoutGapsOrRepetition() {
        long job = finish("seq 100000; printf end");
        openLog(job);
        awaitLast("100000", "end");
        search("^[57]0000$");
        browser.awaitText(".line.match", "50000");
        browser.awaitText("#search-state", "1 of 2");
        browser.press(Keys.ENTER);
        browser.awaitText(".line.match", "70000");
        browser.press(Keys.ESCAPE);

        browser.await(".log").sendKeys(Keys.END);
        browser.click("#numbers");
        awaitNumber("100000", 100_000);
        awaitNumber("end", 100_001);
        scrollUp();
        awaitNumber("99500", 99_500);
        browser.await(".log").sendKeys(Keys.HOME);
        awaitNumber("1", 1);
        browser.click("#numbers");

        Path folder = user.folder("downloads");
        browser.saveIn(folder);
        browser.click("a[href*='/download']");
        browser.awaitThat(() ->
                assertThat(folder.resolve("job-%d.log".formatted(job)))
                        .hasSameBinaryContentAs(user.job(job).resolve("output.log")));

        browser.run(
                """
                const fetched = window.fetch;
                const held = new Promise((go) => { window.go = go; });
                window.parts = 0;
                window.fetch = async (...words) => {
                    await held;
                    const answer = await fetched(...words);
                    window.parts += String(words[0]).includes("/log?");
                    return answer;
                };
                """);
        jumpToTheMiddle();
        browser.await(".log").sendKeys(Keys.END);
        browser.await(".log").sendKeys(Keys.HOME);
        browser.run("go()");
        // Two for the middle, which had been asked for; the end is left out.
        browser.awaitResult(true, "return parts >= 3");
        browser.awaitText(".line", "1");
        // So many that the first ones are left out again.
        for (int last = 0; last < 3300; ) {
            Object before = browser.run(LAST, 1);
            browser.awaitThat(() -> {
                scrollDown();
                assertThat(browser.run(LAST, 1)).isNotEqualTo(before);
            });
            List<Integer> shown = lines().stream().map(Integer::valueOf).toList();
            assertThat(shown).isEqualTo(numbersFrom(shown.getFirst(), shown.size()));
            assertThat(shown.getFirst()).isLessThanOrEqualTo(last + 1);
            last = shown.getLast();
        }
        assertThat(lines()).doesNotContain("1");
    }

    /// Waits until this number is shown beside a line: counters of CSS cannot be read, so the lines
    /// of its part are counted as they count.
    private static void awaitNumber(String line, long number) {
        browser.awaitResult(
                number,
                """
                const line = [...document.querySelectorAll(".counted .line")].find((l) => l.textContent === arguments[0]);
                const before = line.parentElement.style.counterReset.match(/line (\\d+)/)[1];
                return Number(before) + 1 + [...line.parentElement.children].indexOf(line);
                """,
                line);
    }

    @Test
    void outputIsFollowedUntilSomebodyScrollsUp() throws IOException {
        Path home = user.folder("home");
        long job =
                user.runJob(
                        "--cwd",
                        home.toString(),
                        "seq 1000; until test -e more; do sleep 0.1; done; printf half; until test -e end; do sleep 0.1; done; echo ' a line'");
        openLog(job);
        awaitLast("1000");
        Files.createFile(home.resolve("more"));
        awaitLast("half");
        awaitItsEnd();
        browser.awaitThat(() -> {
            scrollUp();
            assertThat(browser.await("#follow").getDomAttribute("aria-pressed")).isEqualTo("false");
        });
        Files.createFile(home.resolve("end"));
        user.awaitEnd(job);
        browser.awaitThat(() ->
                assertThat(browser.await("main").findElement(By.id("follow")).isDisplayed())
                        .isFalse());
        browser.await(".log").sendKeys(Keys.END);

        awaitLast("1000", "half a line");
    }

    @Test
    void fastOutputIsFollowedToItsEnd() {
        openLog(user.runJob("for i in $(seq 5); do seq 100001 200000; sleep 0.1; done; echo done"));

        awaitLast("200000", "done");
        awaitItsEnd();
    }

    @Test
    void jobThatNeverStartedSaysWhy() {
        String first = Long.toString(user.runJob("sleep 300"));
        openLog(user.runJob("--after", first, "make"));
        browser.awaitText("#log-note", "Not started yet: after job %s.".formatted(first));
        user.run("kill", first);

        browser.awaitText("#log-note", "Never started: job %s failed.".formatted(first));
    }
}
