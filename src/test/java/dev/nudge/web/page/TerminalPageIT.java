package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class TerminalPageIT {
    @AutoClose private static Browser chromium;

    private static final String ROWS = ".xterm-rows > div";

    private final NudgeUser user = NudgeUser.with(Map.of("NUDGE_DETACH_KEY", "^]"));

    @BeforeAll
    static void startBrowser() {
        chromium = Browser.start();
    }

    @BeforeEach
    void giveTheWindowItsSize() {
        chromium.size(1200, 760);
    }

    @AfterEach
    void end() {
        user.close();
    }

    @Test
    void typesIntoVi() throws IOException {
        Path folder = user.folder("home");
        Path file = folder.resolve("note.txt");
        user.run("run", "--pty", "--cwd", folder.toString(), "--", "vi", "note.txt");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(screen(browser)).contains("\n~"));
            browser.press("i", "first line", Keys.ENTER, "second line", Keys.ESCAPE);
            browser.awaitThat(() -> assertThat(screen(browser)).contains("second line"));
            browser.press(":wq", Keys.ENTER);

            browser.awaitThat(() -> assertThat(browser.text(".badge")).isEqualTo("✓ succeeded"));
            assertThat(Files.readString(file)).isEqualTo("first line\nsecond line\n");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void sizeOfTheWindowIsThatOfTheTerminal() {
        user.run("run", "--pty", "--", "while read -r _; do stty size; done");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(status(browser)).isEqualTo("Connected"));
            browser.size(1000, 600);
            browser.awaitThat(() -> {
                browser.press(Keys.ENTER);
                assertThat(screen(browser)).contains(sizeOnPage(browser));
            });
            String before = sizeOnPage(browser);
            browser.size(500, 800);
            browser.awaitThat(() -> {
                browser.press(Keys.ENTER);
                assertThat(sizeOnPage(browser)).isNotEqualTo(before);
                assertThat(screen(browser)).contains(sizeOnPage(browser));
            });
        }
    }

    @Test
    void whoOpensATerminalSeesItWholeAlsoWithoutTheFocus() {
        user.run("run", "--pty", "--", "cat");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.size(700, 500);
            browser.run("document.hasFocus = () => false");
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(status(browser)).isEqualTo("Connected"));

            browser.awaitThat(() ->
                    assertThat(
                                    browser.run(
                                            "const f = document.querySelector('.terminal-frame');"
                                                    + " return f.scrollHeight - f.clientHeight"))
                            .isEqualTo(0L));
        }
    }

    @Test
    void reloadShowsTheSameScreen() {
        user.run("run", "--pty", "--", "printf '\\033[31mred\\033[0m %s\\n' one two; cat");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(screen(browser)).contains("red two"));
            browser.press("typed");
            browser.awaitThat(() -> assertThat(screen(browser)).contains("typed"));
            String before = screen(browser);
            browser.reload();

            browser.awaitThat(() -> assertThat(screen(browser)).isEqualTo(before));
        }
    }

    @Test
    void pasteIsMarkedAsSuch() {
        user.run("run", "--pty", "--", "stty raw -echo; printf '\\033[?2004h'; cat -v");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(status(browser)).isEqualTo("Connected"));
            browser.awaitThat(() -> {
                browser.paste("two\nlines");
                assertThat(screen(browser)).contains("^[[200~two^Mlines^[[201~");
            });
        }
    }

    /// Clicks in the middle of a cell, counted from 0.
    private static void clickCell(Browser browser, int column, int row) {
        List<?> at =
                (List<?>)
                        Objects.requireNonNull(
                                browser.run(
                                        """
                                        const rows = document.querySelector(".xterm-rows").getBoundingClientRect();
                                        const [lines, columns] = document.querySelector(".terminal-frame").dataset.size.split(" ");
                                        return [rows.left + (arguments[0] + 0.5) * rows.width / columns,
                                            rows.top + (arguments[1] + 0.5) * rows.height / lines].map(Math.round);
                                        """,
                                        column,
                                        row));
        browser.clickAt(((Number) at.get(0)).intValue(), ((Number) at.get(1)).intValue());
    }

    @Test
    void addressesAreLinksAlsoOverSeveralRows() {
        String path = "/" + "0123456789".repeat(30);
        user.run(
                "run",
                "--pty",
                "--",
                "stty -echo; echo ready; read x; printf '漢 see http://localhost:8080/a?b=1, or https://example.com%s.\\n' "
                        + path
                        + "; read x; printf '\\033[?1000h'; echo tracking; cat");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(screen(browser)).contains("ready"));
            browser.awaitThat(() -> assertThat(sizeOnPage(browser)).isNotEqualTo("30 120"));
            String size = sizeOnPage(browser);
            browser.press(Keys.ENTER);
            browser.awaitThat(() -> assertThat(screen(browser)).contains("localhost"));
            browser.reload();
            browser.awaitThat(() -> {
                assertThat(screen(browser)).contains("localhost");
                assertThat(sizeOnPage(browser)).isEqualTo(size);
            });
            browser.run(
                    "window.opened = []; window.open = (...words) => { opened.push(words.join(' ')); }");
            // A click counts once the terminal has found the address under the mouse. One that is
            // made again at the same place at once is a double click, which selects a word.
            String first = "http://localhost:8080/a?b=1 _blank noopener,noreferrer";
            browser.awaitThat(() -> {
                clickCell(browser, 4, 1);
                clickCell(browser, 12, 1);
                assertThat(opened(browser)).containsExactly(first);
            });
            String second = "https://example.com" + path + " _blank noopener,noreferrer";
            browser.awaitThat(() -> {
                clickCell(browser, 4, 1);
                clickCell(browser, 4, 2);
                assertThat(opened(browser)).containsExactly(first, second);
            });
            browser.press(Keys.ENTER);
            browser.awaitThat(() -> assertThat(screen(browser)).contains("tracking"));
            browser.run("opened = []");
            clickCell(browser, 12, 1);
            assertThat(opened(browser)).isEmpty();
            assertThat(browser.complaints()).isEmpty();
        }
    }

    /// Returns what has been opened, each once.
    private static Set<Object> opened(Browser browser) {
        return new LinkedHashSet<>((List<?>) Objects.requireNonNull(browser.run("return opened")));
    }

    @Test
    void longPasteArrivesWhole() throws IOException {
        Path file = user.folder("home").resolve("pasted");
        String text = "a😀é漢".repeat(60_000);
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        String command =
                "stty raw -echo; echo ready; head -c %d >'%s'".formatted(expected.length, file);
        user.run("run", "--pty", "--", command);
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(screen(browser)).contains("ready"));
            browser.paste(text);

            browser.awaitThat(() -> assertThat(browser.text(".badge")).isEqualTo("✓ succeeded"));
            assertThat(Files.readAllBytes(file)).isEqualTo(expected);
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void twoBrowsersSeeAndTypeIntoOneTerminal() {
        user.run("run", "--pty", "--", "cat");
        try (OpenPage one = OpenPage.of(user, chromium);
                Browser second = Browser.start();
                OpenPage other = OpenPage.of(user, second)) {
            one.show("jobs/1");
            other.show("jobs/1");
            one.browser().awaitThat(() -> assertThat(status(one.browser())).isEqualTo("Connected"));
            other.browser()
                    .awaitThat(() -> assertThat(status(other.browser())).isEqualTo("Connected"));
            one.browser().press("from one", Keys.ENTER);
            other.browser()
                    .awaitThat(() -> assertThat(screen(other.browser())).contains("from one"));
            other.browser().press("from the other", Keys.ENTER);

            one.browser()
                    .awaitThat(() -> assertThat(screen(one.browser())).contains("from the other"));
            one.browser()
                    .awaitThat(() ->
                            assertThat(sizeOnPage(one.browser()))
                                    .isEqualTo(sizeOnPage(other.browser())));
        }
    }

    @Test
    void resizeByAttachReachesAllPages() {
        user.run(
                "run",
                "--pty",
                "--",
                "trap 'stty size' WINCH; stty size; while :; do sleep 0.1; done");
        try (OpenPage one = OpenPage.of(user, chromium);
                Browser second = Browser.start();
                OpenPage other = OpenPage.of(user, second);
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            one.show("jobs/1");
            other.show("jobs/1");
            List<Browser> pages = List.of(one.browser(), other.browser());
            pages.forEach(p -> p.awaitThat(() -> assertThat(status(p)).isEqualTo("Connected")));
            pages.getFirst()
                    .awaitThat(() -> {
                        String now = sizeOnPage(pages.getFirst());
                        assertThat(now).isNotEqualTo("30 120");
                        assertThat(screen(pages.getFirst()).stripTrailing()).endsWith(now);
                    });
            String before = sizeOnPage(one.browser());
            String pane = tmux.newSession("attach", 90, 25, user.environment(), attach());
            awaitSize("25 90", pages);
            tmux.tmux("resize-window", "-t", pane, "-x", "250", "-y", "70");
            awaitSize("70 250", pages);
            tmux.sendKeys(pane, "C-]");

            awaitSize(before, pages);
        }
    }

    private static String attach() {
        return NudgeUser.command("attach", "1").stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    private static void awaitSize(String size, List<Browser> pages) {
        for (Browser page : pages) {
            page.awaitThat(() -> {
                assertThat(sizeOnPage(page)).isEqualTo(size);
                assertThat(screen(page).stripTrailing()).endsWith(size);
            });
        }
    }

    @Test
    void detachKeyLeavesTheTerminalForThoseWithoutAMouse() {
        user.run("run", "--pty", "--", "stty raw -echo; echo ready; cat -v");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            page.show("jobs/1");
            browser.awaitThat(() -> assertThat(status(browser)).isEqualTo("Connected"));
            browser.awaitThat(
                    () -> assertThat(browser.text("main")).contains("Ctrl+] leaves the terminal"));
            browser.awaitThat(() -> assertThat(screen(browser)).contains("ready"));
            browser.hold(Keys.CONTROL, "\\");
            browser.awaitThat(() -> assertThat(screen(browser)).contains("^\\"));
            browser.hold(Keys.CONTROL, "]");
            browser.press(Keys.ESCAPE);

            browser.awaitThat(() -> assertThat(browser.texts("td.number")).containsExactly("1"));
        }
    }

    private static String status(Browser browser) {
        return browser.text("#terminal-status");
    }

    private static String screen(Browser browser) {
        return browser.texts(ROWS).stream()
                .collect(Collectors.joining("\n"))
                .replace('\u00a0', ' ');
    }

    /// Returns the size of the terminal on the page as `stty size` prints it.
    private static String sizeOnPage(Browser browser) {
        return String.valueOf(
                browser.run("return document.querySelector('.terminal-frame').dataset.size"));
    }
}
