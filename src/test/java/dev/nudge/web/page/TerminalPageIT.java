package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

class TerminalPageIT extends PageStory {
    @BeforeAll
    static void chooseAKey() {
        user.environment().put("NUDGE_DETACH_KEY", "^]");
    }

    @BeforeEach
    void giveTheWindowItsSize() {
        browser.size(1200, 760);
    }

    /// Starts a job on a terminal, and opens that.
    private static long openTerminal(String command) {
        long job = start("--pty", "--", command);
        open("jobs/" + job);
        awaitConnected(browser);
        return job;
    }

    private static void awaitConnected(Browser page) {
        page.awaitText("#terminal-status", "Connected");
    }

    private static String screen(Browser page) {
        return String.join("\n", page.texts(".xterm-rows > div")).replace('\u00a0', ' ');
    }

    private static void awaitScreen(String... parts) {
        awaitScreen(browser, parts);
    }

    private static void awaitScreen(Browser page, String... parts) {
        page.awaitThat(() -> assertThat(screen(page)).contains(parts));
    }

    /// Returns the size of the terminal on the page as `stty size` prints it.
    private static String sizeOn(Browser page) {
        return String.valueOf(
                page.run("return document.querySelector('.terminal-frame').dataset.size"));
    }

    private static void awaitSize(String size, Browser... pages) {
        for (Browser page : pages) {
            page.awaitThat(() -> {
                assertThat(sizeOn(page)).isEqualTo(size);
                assertThat(screen(page).stripTrailing()).endsWith(size);
            });
        }
    }

    @Test
    void typesIntoVi() throws IOException {
        Path file = user.folder("home").resolve("note.txt");
        openTerminal("vi " + file);
        awaitScreen("\n~");
        browser.press("i", "first line", Keys.ENTER, "second line", Keys.ESCAPE);
        awaitScreen("second line");
        browser.press(":wq", Keys.ENTER);

        browser.awaitText(".badge", "✓ succeeded");
        assertThat(Files.readString(file)).isEqualTo("first line\nsecond line\n");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void sizeOfTheWindowIsThatOfTheTerminal() {
        openTerminal("while read -r _; do stty size; done");
        browser.size(1000, 600);
        browser.awaitThat(() -> {
            browser.press(Keys.ENTER);
            assertThat(screen(browser)).contains(sizeOn(browser));
        });
        String before = sizeOn(browser);
        browser.size(500, 800);
        browser.awaitThat(() -> {
            browser.press(Keys.ENTER);
            assertThat(sizeOn(browser)).isNotEqualTo(before);
            assertThat(screen(browser)).contains(sizeOn(browser));
        });
    }

    @Test
    void whoOpensATerminalSeesItWholeAlsoWithoutTheFocus() {
        long job = start("--pty", "--", "cat");
        open();
        browser.size(700, 500);
        browser.run("document.hasFocus = () => false");
        show("jobs/" + job);
        awaitConnected(browser);

        awaitThatTheTerminalFitsIntoItsFrame();
    }

    @Test
    void pasteIsMarkedAsSuch() {
        openTerminal("stty raw -echo; printf '\\033[?2004h'; cat -v");
        browser.awaitThat(() -> {
            browser.paste("two\nlines");
            assertThat(screen(browser)).contains("^[[200~two^Mlines^[[201~");
        });
    }

    @Test
    void addressesAreLinksAlsoOverSeveralRows() {
        String path = "/" + "0123456789".repeat(30);
        openTerminal(
                "stty -echo; echo ready; read x; printf '漢 see http://localhost:8080/a?b=1, or https://example.com%s.\\n' "
                        + path
                        + "; read x; printf '\\033[?1000h'; echo tracking; cat");
        awaitScreen("ready");
        browser.awaitThat(() -> assertThat(sizeOn(browser)).isNotEqualTo("30 120"));
        String size = sizeOn(browser);
        browser.press(Keys.ENTER);
        awaitScreen("localhost");
        browser.reload();
        awaitScreen("localhost");
        browser.awaitThat(() -> assertThat(sizeOn(browser)).isEqualTo(size));
        browser.run(
                "window.opened = []; window.open = (...words) => { opened.push(words.join(' ')); }");
        // A click counts once the terminal has found the address under the mouse. One that is
        // made again at the same place at once is a double click, which selects a word.
        String first = "http://localhost:8080/a?b=1 _blank noopener,noreferrer";
        browser.awaitThat(() -> {
            clickCell(4, 1);
            clickCell(12, 1);
            assertThat(opened()).containsExactly(first);
        });
        String second = "https://example.com" + path + " _blank noopener,noreferrer";
        browser.awaitThat(() -> {
            clickCell(4, 1);
            clickCell(4, 2);
            assertThat(opened()).containsExactly(first, second);
        });
        browser.press(Keys.ENTER);
        awaitScreen("tracking");
        browser.run("opened = []");
        clickCell(12, 1);
        assertThat(opened()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    /// Clicks in the middle of a cell, counted from 0.
    private static void clickCell(int column, int row) {
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

    /// Returns what has been opened, each once.
    private static Set<Object> opened() {
        return new LinkedHashSet<>((List<?>) Objects.requireNonNull(browser.run("return opened")));
    }

    @Test
    void longPasteArrivesWhole() throws IOException {
        Path file = user.folder("home").resolve("pasted");
        String text = "a😀é漢".repeat(60_000);
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        openTerminal(
                "stty raw -echo; echo ready; head -c %d >'%s'".formatted(expected.length, file));
        awaitScreen("ready");
        browser.paste(text);

        browser.awaitText(".badge", "✓ succeeded");
        assertThat(Files.readAllBytes(file)).isEqualTo(expected);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void twoBrowsersTypeIntoOneTerminalAndShareItsSizeWithAttach() {
        openTerminal("cat");
        try (Browser other = Browser.start();
                OpenPage page = OpenPage.of(user, other);
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            page.show(String.valueOf(browser.run("return location.hash.slice(2)")));
            awaitConnected(other);
            browser.press("from one", Keys.ENTER);
            awaitScreen(other, "from one");
            other.press("from the other", Keys.ENTER);
            awaitScreen("from the other");
            browser.awaitThat(() -> assertThat(sizeOn(browser)).isEqualTo(sizeOn(other)));

            long job =
                    openTerminal("trap 'stty size' WINCH; stty size; while :; do sleep 0.1; done");
            page.show("jobs/" + job);
            awaitConnected(other);
            browser.awaitThat(() -> {
                String now = sizeOn(browser);
                assertThat(now).isNotEqualTo("30 120");
                assertThat(screen(browser).stripTrailing()).endsWith(now);
            });
            String before = sizeOn(browser);
            String attach = ShellWords.join(NudgeUser.command("attach", Long.toString(job)));
            String pane = tmux.newSession("attach", 90, 25, user.environment(), attach);
            awaitSize("25 90", browser, other);
            tmux.tmux("resize-window", "-t", pane, "-x", "250", "-y", "70");
            awaitSize("70 250", browser, other);
            tmux.sendKeys(pane, "C-]");

            awaitSize(before, browser, other);
        }
    }

    @Test
    void detachKeyLeavesTheTerminalForThoseWithoutAMouse() {
        long job = openTerminal("stty raw -echo; echo ready; cat -v");
        browser.awaitPart("main", "Ctrl+] leaves the terminal");
        awaitScreen("ready");
        browser.hold(Keys.CONTROL, "\\");
        awaitScreen("^\\");
        browser.hold(Keys.CONTROL, "]");
        browser.press(Keys.ESCAPE);

        browser.await("tr[data-job='%d']".formatted(job));
    }

    @Test
    void reloadAndTheNextDaemonShowTheSameScreen() {
        openTerminal("printf '\\033[31mred\\033[0m %s\\n' one two; cat");
        awaitScreen("red two");
        browser.press("typed");
        awaitScreen("typed");
        String before = screen(browser);
        browser.reload();
        browser.awaitThat(() -> assertThat(screen(browser)).isEqualTo(before));

        browser.press(Keys.ENTER);
        user.killDaemon();
        browser.awaitPart("#terminal-status", "Reconnecting");
        user.startDaemon();
        awaitConnected(browser);
        browser.press("after", Keys.ENTER);

        awaitScreen("red two", "typed", "after");
    }
}
