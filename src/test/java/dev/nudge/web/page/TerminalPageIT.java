package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.ShellWords;
import dev.nudge.web.PageClient;
import dev.nudge.web.PageConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Rectangle;

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
        long job = user.runJob("--pty", "--", command);
        visit("jobs/" + job);
        awaitConnected();
        return job;
    }

    private static void awaitConnected() {
        browser.awaitText("#terminal-status", "Connected");
    }

    private static String screen() {
        return String.join("\n", browser.texts(".xterm-rows > div")).replace('\u00a0', ' ');
    }

    private static void awaitScreen(String... parts) {
        browser.awaitThat(() -> assertThat(screen()).contains(parts));
    }

    /// Returns the size of the terminal on the page as `stty size` prints it.
    private static String size() {
        return String.valueOf(
                browser.run("return document.querySelector('.terminal-frame').dataset.size"));
    }

    private static void awaitSize(String size) {
        browser.awaitThat(() -> {
            assertThat(size()).isEqualTo(size);
            assertThat(screen().stripTrailing()).endsWith(size);
        });
    }

    @Test
    void sizeOfTheWindowIsThatOfTheTerminalAlsoWithoutTheFocus() {
        long job = openTerminal("while read -r _; do stty size; done");
        browser.size(1000, 600);
        browser.awaitThat(() -> {
            browser.press(Keys.ENTER);
            assertThat(screen()).contains(size());
        });
        String before = size();
        browser.size(500, 800);
        browser.awaitThat(() -> {
            browser.press(Keys.ENTER);
            assertThat(size()).isNotEqualTo(before);
            assertThat(screen()).contains(size());
        });

        show("jobs");
        browser.size(700, 500);
        browser.run("document.hasFocus = () => false");
        showJob(job);
        awaitConnected();
        awaitThatTheTerminalFitsIntoItsFrame();
        browser.run("delete document.hasFocus");
    }

    @Test
    void allKeysAndAMarkedPasteAreForTheTerminalButTheDetachKeyLeavesIt() {
        long job = openTerminal("stty raw -echo; printf '\\033[?2004hready '; cat -v");
        browser.awaitPart("main", "Ctrl+] leaves the terminal");
        awaitScreen("ready");
        browser.press("x", Keys.ENTER, Keys.ESCAPE);
        browser.hold(Keys.CONTROL, "\\");
        awaitScreen("x^M^[^\\");
        browser.awaitThat(() -> {
            browser.paste("two\nlines");
            assertThat(screen()).contains("^[[200~two^Mlines^[[201~");
        });
        browser.hold(Keys.CONTROL, "]");
        browser.press(Keys.ESCAPE);

        browser.await(row(job, ""));
    }

    @Test
    void longPasteArrivesWhole() throws IOException {
        Path file = user.folder("home").resolve("pasted");
        // More than the daemon takes in one message. The page sends 65,536 bytes in each: some
        // begin within a character. Letters between which lines can break: a browser that lays
        // them out takes minutes.
        String text = "漢é 😀 ".repeat(24_000);
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        openTerminal(
                "stty raw -echo; echo ready; head -c %d >'%s'".formatted(expected.length, file));
        awaitScreen("ready");
        browser.paste(text);
        browser.awaitText(".badge", "✓ succeeded");
        assertThat(Files.readAllBytes(file)).isEqualTo(expected);
        assertThat(browser.run("return document.querySelector('.xterm textarea').value"))
                .as("what the browser lays out")
                .isEqualTo("");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void addressesAreLinksAlsoOverSeveralRows() {
        String path = "/" + "0123456789".repeat(30);
        openTerminal(
                "stty -echo; echo ready; read x; printf '漢 see http://localhost:8080/a?b=1, or https://example.com%s.\\n' "
                        + path
                        + "; read x; printf '\\033[?1000h'; echo tracking; cat");
        awaitScreen("ready");
        browser.awaitThat(() -> assertThat(size()).isNotEqualTo("30 120"));
        String size = size();
        browser.press(Keys.ENTER);
        awaitScreen("localhost");
        browser.reload();
        awaitScreen("localhost");
        browser.awaitThat(() -> assertThat(size()).isEqualTo(size));
        browser.run(
                "window.opened = new Set(); window.open = (...words) => { opened.add(words.join(' ')); }");
        // A click counts once the terminal has found the address under the mouse. One that is
        // made again at the same place at once is a double click, which selects a word.
        String first = "http://localhost:8080/a?b=1 _blank noopener,noreferrer";
        browser.awaitThat(() -> {
            clickCell(4, 1);
            clickCell(12, 1);
            assertOpened(first);
        });
        String second = "https://example.com" + path + " _blank noopener,noreferrer";
        browser.awaitThat(() -> {
            clickCell(4, 1);
            clickCell(4, 2);
            assertOpened(first, second);
        });
        browser.press(Keys.ENTER);
        awaitScreen("tracking");
        browser.run("opened.clear()");
        clickCell(12, 1);
        assertOpened();
        assertThat(browser.complaints()).isEmpty();
    }

    /// Clicks in the middle of a cell, counted from 0.
    private static void clickCell(int column, int row) {
        Rectangle rows = browser.await(".xterm-rows").getRect();
        String[] size = size().split(" ", -1);
        browser.clickAt(
                (int) (rows.x + (column + 0.5) * rows.width / Integer.parseInt(size[1])),
                (int) (rows.y + (row + 0.5) * rows.height / Integer.parseInt(size[0])));
    }

    private static void assertOpened(Object... addresses) {
        assertThat(browser.run("return [...opened]")).isEqualTo(List.of(addresses));
    }

    @Test
    void othersTypeIntoTheSameTerminalAndItsSizeIsThatOfAttach() {
        long job = openTerminal("trap 'stty size' WINCH; stty size; while :; do sleep 0.1; done");
        browser.awaitThat(() -> {
            assertThat(size()).isNotEqualTo("30 120");
            assertThat(screen().stripTrailing()).endsWith(size());
        });
        String before = size();
        try (PageClient client = PageClient.open(user);
                PageConnection other =
                        new PageConnection(client, "/api/jobs/%d/terminal".formatted(job));
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            String attach = ShellWords.join(NudgeUser.command("attach", Long.toString(job)));
            String pane = tmux.newSession("attach", 90, 25, user.environment(), attach);
            awaitSize("25 90");
            tmux.tmux("resize-window", "-t", pane, "-x", "250", "-y", "70");
            awaitSize("70 250");
            other.await("resized", m -> m.path("columns").intValue() == 250);
            tmux.sendKeys(pane, "C-]");
            awaitSize(before);

            browser.press("from one ");
            other.awaitBytes("from one ");
            other.type("from the other");
            awaitScreen("from one from the other");
        }
    }

    @Test
    void reloadAndTheNextDaemonShowTheSameScreen() {
        openTerminal("printf '\\033[31mred\\033[0m %s\\n' one two; cat");
        awaitScreen("red two");
        browser.press("typed");
        awaitScreen("typed");
        String before = screen();
        browser.reload();
        browser.awaitThat(() -> assertThat(screen()).isEqualTo(before));

        browser.press(Keys.ENTER);
        user.killDaemon();
        browser.awaitPart("#terminal-status", "Reconnecting");
        user.startDaemon();
        awaitConnected();
        browser.press("after", Keys.ENTER);

        awaitScreen("red two", "typed", "after");
    }
}
