package dev.nudge.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
        user.run("run", "--pty", "read -r -p 'Go? ' word");
        user.run("run", "sleep 1000");
        user.run("group", "add", "builds", "--parallel", "1", "--max-load", "99");
        user.run("pause", "builds");
        user.run("run", "--group", "builds", "--after", "3", "--label", "release", "make release");
        user.run("run", "--group", "builds", "--after-any", "3,4", "make report");
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
        view(theme, "jobs", "tr[data-job='1'] .why, tr[data-job='5'] .why");
        browser.click("tr[data-job='1'] .more");
        view(theme, "jobs", "[role='menu']");
        browser.press(Keys.ESCAPE);
        browser.click("tr[data-job='1'] .box input");
        view(theme, "jobs", ".several button");
        browser.click("tr[data-array] .toggle");
        view(theme, "jobs", "tr.of-array");
        browser.press("?");
        view(theme, "jobs", "dialog kbd");
        browser.press(Keys.ESCAPE);
        view(theme, "jobs/1/log", ".line");
        browser.click("#numbers");
        view(theme, "jobs/1/log", ".counted");
        browser.click("#numbers");
        view(theme, "jobs/1/details", ".facts");
        view(theme, "jobs/2/terminal", ".xterm-rows");
        awaitThatTheTerminalFitsIntoItsFrame();
        view(theme, "jobs/3/usage", ".curve[points]");
        browser.click("#end");
        view(theme, "jobs/3/usage", "dialog[open]");
        browser.press(Keys.ESCAPE);
        view(theme, "jobs/4/details", ".facts a[href='#/jobs/3/details']");
        view(theme, "jobs/6/details", "[data-attempt='2']");
        browser.click("[data-attempt='2'] summary");
        view(theme, "jobs/6/details", ".part .line");
        view(theme, "queue", "li[data-job='5']");
        view(theme, "timeline", ".link");
        view(theme, "agents", ".agents");
        view(theme, "new", "#start");
        browser.click("#conditions summary");
        browser.type("#after", "3");
        view(theme, "new", "#conditions[open]");
    }

    @Test
    void refusalIsAPageWithTheWayOut() {
        open();
        String font = "return getComputedStyle(document.body).fontFamily";
        Object usual = browser.run(font);
        Object port = browser.run("return location.port");
        leave();
        Map.of("localhost", "Use http://127.", "127.0.0.1", "nudge web")
                .forEach((host, out) -> {
                    browser.go("http://%s:%s".formatted(host, port));

                    assertThat(browser.text("main")).contains(out);
                    assertThat(browser.run(font)).isEqualTo(usual);
                    assertThat(violations("light")).isEqualTo(List.of());
                });
    }

    /// Returns which rules of axe the page breaks, each with the first place. Themes differ in
    /// colours alone.
    private static @Nullable Object violations(String theme) {
        if (Boolean.FALSE.equals(browser.run("return 'axe' in window"))) {
            browser.run(Unchecked.get(LooksPageIT::axe));
        }
        return browser.runLater(
                """
                const rules = arguments[0] === "dark" ? { runOnly: ["color-contrast"] } : {};
                axe.run(document, { ...rules, resultTypes: ["violations"] }).then(({ violations }) =>
                    arguments[1](violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)));
                """,
                theme);
    }

    private static String axe() throws IOException {
        try (InputStream script = LooksPageIT.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
        }
    }

    /// @param sign what is shown once the whole view is
    private static void view(String theme, String view, String sign) {
        show(view);
        browser.awaitResult(true, "return document.querySelector(arguments[0]) !== null", sign);
        assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                .as("pixels of %s that are wider than the window", view)
                .isEqualTo(0L);
        assertThat(browser.run("return main.scrollWidth - main.clientWidth"))
                .as("pixels of %s that are wider than its place", view)
                .isEqualTo(0L);
        assertThat(violations(theme)).as(view).isEqualTo(List.of());
        assertThat(browser.complaints()).as(view).isEmpty();
    }
}
