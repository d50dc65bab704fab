package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import dev.nudge.testkit.Browser;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/// Every view can be read by everybody: with a screen reader, in both themes, in a narrow window.
class LooksPageIT extends PageStory {
    @BeforeAll
    static void startJobs() {
        finish("--label", "build", "printf '\\033[32mgood\\033[0m\\n'");
        start("--pty", "--", "read -r -p 'Go? ' word");
        start("sleep 1000");
        user.run("group", "add", "builds", "--parallel", "1", "--max-load", "99");
        user.run("pause", "builds");
        start("--group", "builds", "--after", "3", "--label", "release", "make release");
        start("--group", "builds", "--after-any", "3,4", "make report");
        finish("--retry", "1", "--", "echo tried; [ -e /nowhere ]");
        user.run("run", "--array", "1-3", "--", "exit 2");
        user.awaitEnd(9);
    }

    @ParameterizedTest
    @CsvSource({"light, 1200", "light, 400", "dark, 1200", "dark, 400"})
    void everyViewCanBeReadByEverybody(String theme, int width) {
        open();
        browser.run("localStorage.setItem('nudge-theme', arguments[0])", theme);
        browser.size(width, 760);
        browser.reload();
        browser.await(".question");
        view("jobs", "tr[data-job='1'] .why, tr[data-job='5'] .why");
        browser.click("tr[data-job='1'] .more");
        view("jobs", "[role='menu']");
        browser.press(Keys.ESCAPE);
        browser.click("tr[data-job='1'] .box input");
        view("jobs", ".several button");
        browser.click("tr[data-array] .toggle");
        view("jobs", "tr.of-array");
        browser.press("?");
        view("jobs", "dialog kbd");
        browser.press(Keys.ESCAPE);
        view("jobs/1/log", ".line");
        browser.click("#numbers");
        view("jobs/1/log", ".counted");
        browser.click("#numbers");
        view("jobs/1/details", ".facts");
        view("jobs/2/terminal", ".xterm-rows");
        awaitThatTheTerminalFitsIntoItsFrame();
        view("jobs/3/usage", ".curve[points]");
        browser.click("#end");
        view("jobs/3/usage", "dialog[open]");
        browser.press(Keys.ESCAPE);
        view("jobs/4/details", ".facts a[href='#/jobs/3/details']");
        view("jobs/6/details", "[data-attempt='2']");
        browser.click("[data-attempt='2'] summary");
        view("jobs/6/details", ".part .line");
        view("queue", "li[data-job='5']");
        view("timeline", ".link");
        view("agents", ".agents");
        view("new", "#start");
        browser.click("#conditions summary");
        browser.type("#after", "3");
        view("new", "#conditions[open]");
    }

    @Test
    void refusalIsAPageWithTheWayOut() {
        open();
        String font = "return getComputedStyle(document.body).fontFamily";
        Map<String, String> waysOut =
                Map.of("localhost", "Use http://127.", "127.0.0.1", "nudge web");
        try (Browser other = Browser.start()) {
            waysOut.forEach((host, expected) -> {
                other.go("http://" + host + ":" + browser.run("return location.port"));

                assertThat(other.text("main")).contains(expected);
                assertThat(other.run(font)).isEqualTo(browser.run(font));
                assertThat(axe().analyze(other.driver()).getViolations()).isEmpty();
            });
        }
    }

    /// Returns the rules as they are run in the page itself, which has no frames: the usual way
    /// opens a window of its own, and fails on a busy machine.
    @SuppressWarnings("deprecation") // there is no other way to run them in the page itself
    private static AxeBuilder axe() {
        return new AxeBuilder().setLegacyMode(true);
    }

    private static void view(String view, String sign) {
        show(view);
        browser.awaitThat(() ->
                assertThat(
                                browser.run(
                                        "return document.querySelector(arguments[0]) !== null",
                                        sign))
                        .isEqualTo(true));

        assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                .as("pixels of %s that are wider than the window", view)
                .isEqualTo(0L);
        assertThat(browser.run("return main.scrollWidth - main.clientWidth"))
                .as("pixels of %s that are wider than its place", view)
                .isEqualTo(0L);
        assertThat(axe().analyze(browser.driver()).getViolations())
                .as(view)
                .extracting(Rule::getId, rule -> rule.getNodes().getFirst().getHtml())
                .isEmpty();
        assertThat(browser.complaints()).as(view).isEmpty();
    }
}
