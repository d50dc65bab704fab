package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import dev.nudge.testkit.ProgressDisplays;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

class LogPageIT {
    @AutoClose private static Browser chromium;

    @BeforeAll
    static void startBrowser() {
        chromium = Browser.start();
    }

    /// Numbers of nine digits: 1 GB of them.
    private static final String GIGABYTE = "seq 100000001 200000000";

    private static final long TEN_GIGABYTES = 10_000_000_000L;

    private final NudgeUser user = NudgeUser.with(Map.of("NUDGE_MAX_LOG", "20G"));

    @AfterEach
    void end() {
        user.close();
    }

    @Test
    void progressIsShownAsItIsAtLast() throws IOException {
        Path progress = user.folder("project").resolve("progress");
        Files.writeString(
                progress,
                ProgressDisplays.all().get("docker pull")
                        + ProgressDisplays.all().get("yarn")
                        + "one\ntwo\n\u001b[2A\u001b[2K\u001b[31mONE\u001b[0m\n\n");
        user.run("run", "cat " + progress);
        user.awaitEnd(1);
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() ->
                    assertThat(lines(browser))
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
                                    "ONE",
                                    "two"));
            assertThat(browser.text(".line .fg1")).isEqualTo("ONE");
        }
    }

    @Test
    void gigabyteIsReadFromBothEndsAndInTheMiddleAndSearched() {
        user.run("run", GIGABYTE);
        user.awaitEnd(1, Duration.ofMinutes(5));
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("200000000"));
            browser.await(".log").sendKeys(Keys.HOME);
            browser.awaitThat(() -> assertThat(lines(browser)).startsWith("100000001"));
            jumpToTheMiddle(browser);
            browser.awaitThat(() -> assertThat(lines(browser)).contains("150000000"));
            browser.awaitThat(
                    () -> assertThat(browser.text("#log-state")).contains("477M of 954M"));
            assertThat(lines(browser)).hasSizeLessThan(3000);

            browser.type("#search", "1[89]0000000$", Keys.ENTER);
            browser.awaitThat(() -> assertThat(browser.text(".line.match")).isEqualTo("180000000"));
            browser.awaitThat(() -> assertThat(browser.text("#search-state")).isEqualTo("1 of 2"));
            browser.press(Keys.ENTER);
            browser.awaitThat(() -> assertThat(browser.text(".line.match")).isEqualTo("190000000"));
            aSearchIsCancelled(browser);
        }
    }

    private static void aSearchIsCancelled(Browser browser) {
        browser.await("#search").clear();
        browser.type("#search", "(.*no){3} such line", Keys.ENTER);
        browser.awaitThat(() ->
                assertThat(browser.text("#search-state")).matches("no match, \\d+ % searched"));
        browser.press(Keys.ESCAPE);
        browser.awaitThat(() -> assertThat(browser.text("#search-state")).isEmpty());
        browser.await("#search").clear();
        browser.type("#search", "^100000009$", Keys.ENTER);

        browser.awaitThat(() -> assertThat(browser.text("#search-state")).isEqualTo("1 of 1"));
    }

    @Test
    void tenGigabytesAreReadInTheMiddle() throws IOException {
        user.run("run", "--wait", "--json", "true");
        try (RandomAccessFile log =
                new RandomAccessFile(user.job(1).resolve("output.log").toFile(), "rw")) {
            log.seek(TEN_GIGABYTES / 2 - 8_000);
            log.writeBytes("\nthe middle".repeat(2_000));
            log.seek(TEN_GIGABYTES - 11_000);
            log.writeBytes("\nand an end".repeat(1_000));
        }
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("and an end"));
            browser.awaitThat(() -> assertThat(browser.text("#log-state")).isEqualTo("9.3G"));
            jumpToTheMiddle(browser);

            browser.awaitThat(() -> assertThat(lines(browser)).contains("the middle"));
            browser.awaitThat(
                    () -> assertThat(browser.text("#log-state")).isEqualTo("4.7G of 9.3G"));
        }
    }

    @Test
    void lineOfManyMegabytesIsReadInItsMiddleAndFromThereOn() {
        user.run("run", "--wait", "--json", "seq 5000000 | tr '\\n' ' '");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser).getLast()).contains("5000000"));
            jumpToTheMiddle(browser);
            browser.awaitThat(() -> assertThat(numbers(browser)).contains(2_500_000));
            assertThat(beginningOf(browser, ".line")).isEqualTo("\"… \"");
            int last = numbers(browser).getLast();

            browser.awaitThat(() -> {
                scrollDown(browser);
                assertThat(numbers(browser).getLast()).isGreaterThan(last);
            });
            List<Integer> numbers = numbers(browser);
            assertThat(numbers)
                    .isEqualTo(
                            IntStream.rangeClosed(numbers.getFirst(), numbers.getLast())
                                    .boxed()
                                    .toList());
        }
    }

    /// Returns the numbers that are shown as a whole.
    private static List<Integer> numbers(Browser browser) {
        List<Integer> all =
                Stream.of(String.join("", lines(browser)).strip().split(" "))
                        .map(Integer::valueOf)
                        .toList();
        return all.subList(1, all.size() - 1);
    }

    private static @Nullable Object beginningOf(Browser browser, String selector) {
        return browser.run(
                "return getComputedStyle(document.querySelector(arguments[0]), '::before').content",
                selector);
    }

    private static void scrollDown(Browser browser) {
        browser.run(
                "const l = document.querySelector('.log'); l.scrollTop = l.scrollHeight - l.clientHeight - 10");
    }

    private static void scrollUp(Browser browser) {
        browser.run("document.querySelector('.log').scrollTop = 0");
    }

    private static void jumpToTheMiddle(Browser browser) {
        browser.run("position.value = 500; position.dispatchEvent(new Event('change'))");
    }

    @Test
    void wholeOutputIsDownloaded() {
        user.run("run", "--wait", "--json", "seq 100000; printf end");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            Path folder = user.folder("downloads");
            browser.saveIn(folder);
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(browser.text("#log-state")).isEqualTo("575K"));
            browser.click("a[href*='/download']");

            browser.awaitThat(() ->
                    assertThat(folder.resolve("job-1.log"))
                            .hasSameBinaryContentAs(user.job(1).resolve("output.log")));
        }
    }

    @Test
    void scrollingLoadsWhatFollowsWithoutGapsOrRepetition() {
        user.run("run", "--wait", "--json", "seq 5000");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("5000"));
            browser.await(".log").sendKeys(Keys.HOME);
            browser.awaitThat(() -> assertThat(lines(browser)).startsWith("1"));
            while (!lines(browser).getLast().equals("5000")) {
                String last = lines(browser).getLast();
                browser.awaitThat(() -> {
                    scrollDown(browser);
                    assertThat(lines(browser).getLast()).isNotEqualTo(last);
                });
                List<String> shown = lines(browser);
                assertThat(shown).isEqualTo(numbersFrom(shown));
            }
        }
    }

    /// On a busy machine, something is always being loaded.
    @Test
    void placeToWhichAPersonGoesWhileAnotherIsLoadedIsShown() {
        user.run("run", "--wait", "--json", "seq 5000");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("5000"));
            browser.run(
                    """
                    const fetched = window.fetch;
                    const held = new Promise((go) => { window.go = go; });
                    window.fetch = async (...words) => { await held; return fetched(...words); };
                    """);
            jumpToTheMiddle(browser);
            browser.await(".log").sendKeys(Keys.END);
            browser.await(".log").sendKeys(Keys.HOME);
            browser.run("go()");

            browser.awaitThat(() -> assertThat(lines(browser)).startsWith("1"));
        }
    }

    @Test
    void outputIsFollowedUntilSomebodyScrollsUp() {
        String home = user.folder("home").toString();
        user.run(
                "run",
                "--cwd",
                home,
                "seq 1000; until test -e more; do sleep 0.1; done; printf 'half'; until test -e end; do sleep 0.1; done; echo ' a line'");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("1000"));
            user.run("run", "--wait", "--cwd", home, "touch more");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("half"));
            browser.awaitThat(() -> assertThat(isAtEnd(browser)).isTrue());
            browser.awaitThat(() -> {
                scrollUp(browser);
                assertThat(browser.await("#follow").getDomAttribute("aria-pressed"))
                        .isEqualTo("false");
            });
            user.run("run", "--wait", "--cwd", home, "touch end");
            user.awaitEnd(1);
            browser.awaitThat(() ->
                    assertThat(browser.await("main").findElement(By.id("follow")).isDisplayed())
                            .isFalse());
            browser.await(".log").sendKeys(Keys.END);

            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("1000", "half a line"));
        }
    }

    @Test
    void fastOutputIsFollowedToItsEnd() {
        user.run("run", "for i in $(seq 40); do seq 100001 200000; sleep 0.1; done; echo done");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            user.awaitEnd(1);

            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("200000", "done"));
            browser.awaitThat(() -> assertThat(isAtEnd(browser)).isTrue());
        }
    }

    @Test
    void linesAreNumberedFromTheBeginningOfTheOutput() {
        user.run("run", "--wait", "--json", "seq 5000; printf end");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");
            browser.awaitThat(() -> assertThat(lines(browser)).endsWith("5000", "end"));
            browser.click("#numbers");
            browser.awaitThat(() -> assertThat(numberOf(browser, "5000")).isEqualTo(5000));
            assertThat(numberOf(browser, "end")).isEqualTo(5001);
            scrollUp(browser);
            browser.awaitThat(() -> assertThat(numberOf(browser, "4500")).isEqualTo(4500));
            browser.await(".log").sendKeys(Keys.HOME);

            browser.awaitThat(() -> assertThat(numberOf(browser, "1")).isEqualTo(1));
            browser.click("#numbers");
        }
    }

    /// Returns the number that is shown beside a line: counters of CSS cannot be read, so the lines
    /// of its part are counted as they count.
    private static int numberOf(Browser browser, String line) {
        Object number =
                browser.run(
                        """
                        const line = [...document.querySelectorAll(".counted .line")].find((l) => l.textContent === arguments[0]);
                        const before = line.parentElement.style.counterReset.match(/line (\\d+)/)[1];
                        return Number(before) + 1 + [...line.parentElement.children].indexOf(line);
                        """,
                        line);
        return ((Number) Objects.requireNonNull(number)).intValue();
    }

    @Test
    void addressesAreLinks() {
        user.run(
                "run",
                "--wait",
                "--json",
                "echo 'See https://example.org/a?b=1, (http://x.org/y).'");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");

            browser.awaitThat(() ->
                    assertThat(browser.texts(".line a"))
                            .containsExactly("https://example.org/a?b=1", "http://x.org/y"));
            assertThat(lines(browser))
                    .containsExactly("See https://example.org/a?b=1, (http://x.org/y).");
        }
    }

    @Test
    void jobThatNeverStartedSaysWhy() {
        user.run("run", "sleep 300");
        user.run("run", "--after", "1", "--", "make");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/2/log");
            browser.awaitThat(() ->
                    assertThat(browser.text("#log-note"))
                            .isEqualTo("Not started yet: after job 1."));
            user.run("kill", "1");

            browser.awaitThat(() ->
                    assertThat(browser.text("#log-note"))
                            .isEqualTo("Never started: job 1 failed."));
        }
    }

    @Test
    void coloursAndProgressBarsAreShownAsInATerminal() {
        user.run(
                "run",
                "--wait",
                "--json",
                "printf '\\033[31mred\\033[0m plain\\n10%%\\r100%%\\n<b>&amp;\\n'");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1/log");

            browser.awaitThat(() ->
                    assertThat(lines(browser)).containsExactly("red plain", "100%", "<b>&amp;"));
            assertThat(browser.text(".line .fg1")).isEqualTo("red");
        }
    }

    private static boolean isAtEnd(Browser browser) {
        return Boolean.TRUE.equals(
                browser.run(
                        "const l = document.querySelector('.log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 4"));
    }

    private static List<String> numbersFrom(List<String> lines) {
        int first = Integer.parseInt(lines.getFirst());
        return IntStream.range(first, first + lines.size()).mapToObj(String::valueOf).toList();
    }

    private static List<String> lines(Browser browser) {
        return browser.texts(".line");
    }
}
