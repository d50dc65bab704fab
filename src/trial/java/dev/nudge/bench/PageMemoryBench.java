package dev.nudge.bench;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openqa.selenium.WindowType;

/// The memory of the packaged daemon before the page is on, with it, with five open pages, and
/// after it was switched off.
final class PageMemoryBench {
    private static final int PAGES = 5;
    private static final double LIMIT_MB = 150;

    private PageMemoryBench() {}

    static boolean measure(NudgeUser user, Browser browser)
            throws IOException, InterruptedException {
        user.run("run", "--", "sleep 1000");
        double before = resident(user);
        double on;
        double open;
        String first = browser.driver().getWindowHandle();
        try (OpenPage page = OpenPage.of(user, browser)) {
            on = resident(user);
            for (int i = 1; i < PAGES; i++) {
                browser.driver().switchTo().newWindow(WindowType.WINDOW);
                browser.go(page.origin() + "/");
                page.awaitLive();
            }
            open = resident(user);
        }
        close(browser, first);
        user.run("web", "--stop");
        double stopped = resident(user);
        System.out.printf(
                Locale.ROOT,
                "memory of the daemon: before nudge web %.1f MB, with one page %.1f MB, with %d pages"
                        + " %.1f MB, after --stop %.1f MB%n",
                before,
                on,
                PAGES,
                open,
                stopped);
        user.run("kill", "1");
        return Figures.judge("memory of the daemon with 5 pages", open, LIMIT_MB, "MB");
    }

    private static double resident(NudgeUser user) throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(3);
        return PumpBench.residentMegabytes(user.daemonPid());
    }

    private static void close(Browser browser, String left) {
        List.copyOf(browser.driver().getWindowHandles()).stream()
                .filter(handle -> !handle.equals(left))
                .forEach(handle -> browser.driver().switchTo().window(handle).close());
        browser.driver().switchTo().window(left);
    }
}
