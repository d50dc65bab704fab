package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/// A person at the page: one browser for all tests of a class, and one user with a daemon, unless a
/// test begins with another one.
abstract class PageStory {
    @AutoClose static Browser browser;
    @AutoClose static NudgeUser user;
    private static @Nullable OpenPage page;

    @BeforeAll
    static void start() {
        browser = Browser.start();
        user = NudgeUser.create();
    }

    @AfterAll
    static void end() {
        page = null;
    }

    /// Goes on with a user who has no jobs yet.
    static void newUser() {
        if (page != null) {
            page.close();
            page = null;
        }
        user.close();
        user = NudgeUser.create();
    }

    /// Has the user start a job with these words of `nudge run`, and returns its number.
    static long start(String... words) {
        String[] run = Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new);
        return Long.parseLong(user.run(run).strip());
    }

    /// Starts a job and waits until it has ended.
    static long finish(String... words) {
        long job = start(words);
        user.awaitEnd(job);
        return job;
    }

    static String state(long job) {
        return user.record(job).path("state").stringValue("");
    }

    /// Opens the table of jobs, as if no view had been shown before.
    static OpenPage open() {
        if (page == null) {
            page = OpenPage.of(user, browser);
        } else {
            page.show("jobs");
            browser.reload();
            page.awaitLive();
            browser.forget();
        }
        return page;
    }

    /// Opens the page and then a view of it, such as `jobs/17/log`.
    static void open(String view) {
        open().show(view);
    }

    static void awaitThatTheTerminalFitsIntoItsFrame() {
        String above =
                "const f = document.querySelector('.terminal-frame'); return f.scrollHeight - f.clientHeight";
        browser.awaitThat(() -> assertThat(browser.run(above)).isEqualTo(0L));
    }

    /// Goes to another view.
    static void show(String view) {
        browser.run("location.hash = arguments[0]", "#/" + view);
    }
}
