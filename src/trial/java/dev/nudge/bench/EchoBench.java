package dev.nudge.bench;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A key from the moment at which the browser has it until the terminal on the page shows its echo;
/// beside the same bytes through the WebSocket alone, and beside the time between two frames.
final class EchoBench {
    private static final int KEYS = 60;
    private static final double LIMIT_MS = 30;
    private static final String WATCH =
            """
            window.pressed = 0;
            window.echoes = [];
            document.addEventListener("keydown", (event) => { window.pressed = event.timeStamp; }, true);
            new MutationObserver(() => {
                if (window.pressed > 0) {
                    window.echoes.push(performance.now() - window.pressed);
                    window.pressed = 0;
                }
            }).observe(document.querySelector(".xterm-rows"), { subtree: true, childList: true, characterData: true });
            """;
    private static final String SOCKET =
            """
            const [job, count, done] = arguments;
            const socket = new WebSocket(`ws://${location.host}/api/jobs/${job}/terminal?key=${localStorage.getItem("nudge-key")}`);
            socket.binaryType = "arraybuffer";
            const times = [];
            let sent = 0;
            const send = () => { sent = performance.now(); socket.send(new Uint8Array([120])); };
            socket.addEventListener("message", ({ data }) => {
                if (typeof data === "string") {
                    return;
                }
                if (sent > 0) {
                    times.push(performance.now() - sent);
                }
                if (times.length === count) {
                    socket.close();
                    done(times);
                } else {
                    setTimeout(send, 20);
                }
            });
            """;

    private EchoBench() {}

    static boolean measure(NudgeUser user, Browser browser) {
        user.run("run", "--pty", "--label", "echo", "--", "stty -icanon; cat >/dev/null");
        try (OpenPage page = OpenPage.of(user, browser)) {
            page.show("jobs/1");
            browser.await(".xterm-rows");
            browser.awaitText("#terminal-status", "Connected");
            Figures keys = keys(browser);
            Figures socket = socket(browser);
            keys.print();
            socket.print();
            return Figures.judge("key to its echo on the page, p50", keys.p50(), LIMIT_MS, "ms");
        } finally {
            user.run("kill", "echo");
        }
    }

    private static Figures keys(Browser browser) {
        browser.run(WATCH);
        for (int i = 1; i <= KEYS; i++) {
            int expected = i;
            browser.press("x");
            browser.awaitThat(() -> {
                if (echoes(browser).size() < expected) {
                    throw new AssertionError("no echo of key " + expected);
                }
            });
        }
        return new Figures("key to its echo on the page", "ms", echoes(browser));
    }

    private static List<Double> echoes(Browser browser) {
        return numbers(browser.run("return window.echoes"));
    }

    private static Figures socket(Browser browser) {
        return new Figures(
                "echo through the WebSocket alone",
                "ms",
                numbers(browser.runLater(SOCKET, 1, KEYS)));
    }

    /// Returns numbers that a script has returned.
    static List<Double> numbers(@Nullable Object list) {
        List<Double> numbers = new ArrayList<>();
        ((List<?>) Objects.requireNonNull(list))
                .forEach(n -> numbers.add(((Number) Objects.requireNonNull(n)).doubleValue()));
        return numbers;
    }
}
