package dev.nudge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The page of a user of nudge, open in a browser that is signed in. Closing it leaves an empty
/// page.
public record OpenPage(Browser browser, String origin) implements AutoCloseable {
    private static final Pattern ADDRESS =
            Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)/enter\\S+");

    /// Signs a browser in with a token of `nudge web`.
    ///
    /// @param browser stays open when the page is closed
    public static OpenPage of(NudgeUser user, Browser browser) {
        Matcher address = ADDRESS.matcher(user.run("web"));
        if (!address.find()) {
            throw new AssertionError("nudge web printed no address");
        }
        browser.forget();
        browser.go(address.group());
        OpenPage page = new OpenPage(browser, address.group(1));
        page.awaitLive();
        return page;
    }

    /// Shows a view, such as `jobs/17/log`, as a link to it does.
    public void show(String view) {
        browser.run("location.hash = arguments[0]", "#/" + view);
    }

    /// Waits until the page is connected to the daemon.
    public void awaitLive() {
        browser.awaitThat(() -> assertThat(browser.text("#connection")).isEqualTo("Live"));
    }

    @Override
    public void close() {
        browser.go("about:blank");
    }
}
