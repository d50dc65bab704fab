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
import org.junit.jupiter.params.provider.ValueSource;
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
    @ValueSource(ints = {1200, 400})
    void everyViewCanBeReadByEverybody(int width) {
        open();
        browser.size(width, 760);
        browser.await(".question");
        browser.click("tr[data-job='1'] .box input");
        browser.click("tr[data-array] .toggle");
        browser.await("tr[data-job='5'] .why");
        view("jobs", "tr.of-array");
        browser.click("tr[data-job='1'] .more");
        view("jobs", "[role='menu']");
        browser.press(Keys.ESCAPE, "?");
        view("jobs", "dialog:has(kbd)");
        browser.press(Keys.ESCAPE);
        show("jobs/1/log");
        browser.click("#numbers");
        view("jobs/1/log", ".counted");
        browser.click("#numbers");
        view("jobs/2/terminal", ".xterm-rows");
        awaitThatTheTerminalFitsIntoItsFrame();
        view("jobs/3/usage", ".curve[points]");
        browser.click("#end");
        view("jobs/3/usage", "dialog[open]");
        browser.press(Keys.ESCAPE);
        view("jobs/4/details", ".facts a[href='#/jobs/3/details']");
        show("jobs/6/details");
        browser.click("[data-attempt='2'] summary");
        view("jobs/6/details", ".part .line");
        view("queue", "li[data-job='5']");
        view("timeline", ".link");
        view("agents", ".agents");
        show("new");
        browser.click("#conditions summary");
        browser.type("#after", "3");
        view("new", "#conditions[open]");
        open();
        assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
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
                    assertThat(violations("light", "html")).isEqualTo(List.of());
                });
    }

    /// Returns which rules of axe a part of the page breaks in a theme, each with the first place.
    /// Themes differ in colours alone. A terminal is drawn in another one in the next frame.
    private static @Nullable Object violations(String theme, String part) {
        if (Boolean.FALSE.equals(browser.run("return 'axe' in window"))) {
            browser.run(Unchecked.get(LooksPageIT::axe));
        }
        return browser.runLater(
                """
                const [theme, part, done] = arguments;
                const button = document.getElementById("theme");
                while (button && document.documentElement.dataset.theme !== theme) { button.click(); }
                const rules = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
                const look = () => axe.run(part, { ...rules, preload: false, resultTypes: ["violations"] }).then(({ violations }) =>
                    done(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)));
                requestAnimationFrame(() => requestAnimationFrame(look));
                """,
                theme,
                part);
    }

    private static String axe() throws IOException {
        try (InputStream script = LooksPageIT.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
        }
    }

    /// Looks at a view, or at what has opened above it.
    ///
    /// @param sign what is shown once the whole view is
    private static void view(String view, String sign) {
        show(view);
        browser.awaitResult(true, "return document.querySelector(arguments[0]) !== null", sign);
        assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
                .as("pixels of %s that are wider than the window", view)
                .isEqualTo(0L);
        assertThat(browser.run("return main.scrollWidth - main.clientWidth"))
                .as("pixels of %s that are wider than its place", view)
                .isEqualTo(0L);
        String part = sign.matches("dialog.*|.*menu.*") ? sign : "html";
        for (String theme : List.of("light", "dark")) {
            assertThat(violations(theme, part)).as("%s, %s", view, theme).isEqualTo(List.of());
        }
        assertThat(browser.complaints()).as(view).isEmpty();
    }
}
