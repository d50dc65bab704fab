package dev.nudge.web.page;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/// A person at the page: one browser for all classes that a JVM runs, and one user with a daemon
/// for all tests of a class.
@ExtendWith(PageStory.SharedBrowser.class)
abstract class PageStory {
    static Browser browser;
    @AutoClose static NudgeUser user;
    private static @Nullable OpenPage page;

    static final class SharedBrowser extends TypeBasedParameterResolver<Browser> {
        @Override
        public Browser resolveParameter(ParameterContext parameter, ExtensionContext tests) {
            return tests.getStore(StoreScope.LAUNCHER_SESSION, Namespace.GLOBAL)
                    .computeIfAbsent(Browser.class, _ -> new Browser(), Browser.class);
        }
    }

    @BeforeAll
    static void start(Browser shared) {
        browser = shared;
        browser.size(1200, 760);
        user = NudgeUser.create();
    }

    /// Closes the page and has the browser forget it. The next one is opened by a new link.
    @AfterAll
    static void leave() {
        OpenPage last = page;
        page = null;
        if (last != null) {
            browser.run("localStorage.clear(); sessionStorage.clear()");
            browser.driver().manage().deleteAllCookies();
            last.close();
        }
    }

    /// Starts a job and waits until it has ended.
    static long finish(String... words) {
        long job = user.runJob(words);
        user.awaitEnd(job);
        return job;
    }

    static String state(long job) {
        return user.value(job, "state");
    }

    /// Opens the table of jobs, as if no view had been shown before.
    static void open() {
        if (page == null) {
            page = OpenPage.of(user, browser);
        } else {
            page.show("jobs");
            browser.reload();
            page.awaitLive();
            browser.forget();
        }
    }

    /// Goes to a view of the page, which is opened if it is not open yet.
    static void visit(String view) {
        if (page == null) {
            open();
        }
        browser.forget();
        show(view);
    }

    /// Goes to another view, which is drawn at once.
    static void show(String view) {
        browser.run(
                "if (location.hash !== arguments[0]) { history.pushState(null, '', arguments[0]); dispatchEvent(new Event('hashchange')); }",
                "#/" + view);
    }

    static void showJob(long job) {
        show("jobs/" + job);
    }

    /// Returns the row of a job in the table, or a part of it.
    static String row(long job, String part) {
        return "tr[data-job='%d'] %s".formatted(job, part);
    }

    /// Returns the text, the name or the id of what has the focus.
    static String focused() {
        return String.valueOf(
                browser.run(
                        "const e = document.activeElement; return e.ariaLabel ?? (e.textContent.trim() || e.id)"));
    }

    static void awaitThatTheTerminalFitsIntoItsFrame() {
        browser.awaitResult(
                0L,
                "const f = document.querySelector('.terminal-frame'); return f.scrollHeight - f.clientHeight");
    }
}
