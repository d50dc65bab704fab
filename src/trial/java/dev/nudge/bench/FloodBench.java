package dev.nudge.bench;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/// 20 MB of numbered lines a second for 10 s in a terminal on the page: the time between two
/// frames, beside that of the page at rest; and whether all of it is in the log, and its end on the
/// page.
final class FloodBench {
    private static final int LINES_A_SECOND = 200_000;
    private static final int LINE = 100;
    private static final int SECONDS = 10;
    private static final double GAP_LIMIT_MS = 1_000;
    private static final double P95_LIMIT_MS = 100;
    private static final String WRITER =
            """
            stty -opost
            sleep 3
            exec perl -MTime::HiRes=time,sleep -e '
                my $start = time;
                for my $tick (0 .. %1$d * 20 - 1) {
                    my $late = $start + $tick / 20 - time;
                    sleep $late if $late > 0;
                    my $text = "";
                    for my $i (1 .. %2$d / 20) {
                        $text .= sprintf("%%-98d\\r\\n", $tick * %2$d / 20 + $i);
                    }
                    print $text;
                }
                $| = 1;
                printf("took %%.1f\\r\\n", time - $start);
            '
            """
                    .formatted(SECONDS, LINES_A_SECOND);
    private static final String FRAMES =
            """
            window.gaps = [];
            let last = performance.now();
            const frame = (now) => {
                window.gaps.push(now - last);
                last = now;
                requestAnimationFrame(frame);
            };
            requestAnimationFrame(frame);
            """;

    private FloodBench() {}

    static boolean measure(NudgeUser user, Browser browser)
            throws IOException, InterruptedException {
        long job = 2;
        user.run("run", "--pty", "--", WRITER);
        try (OpenPage page = OpenPage.of(user, browser)) {
            page.show("jobs/" + job);
            browser.await(".xterm-rows");
            browser.run(FRAMES);
            TimeUnit.SECONDS.sleep(2);
            List<Double> rest = gaps(browser);
            String shown = awaitEnd(browser);
            Figures gaps = new Figures("time between frames in a flood", "ms", gaps(browser));
            new Figures("time between frames at rest", "ms", rest).print();
            gaps.print();
            System.out.println("20 MB/s for 10 s were wanted; the writer " + shown + " s");
            boolean isWhole = isWhole(user.job(job).resolve("output.log"));
            System.out.println("all lines are in the log: " + (isWhole ? "yes" : "NO"));
            boolean isLongestMet =
                    Figures.judge("longest time between frames", gaps.max(), GAP_LIMIT_MS, "ms");
            boolean isUsualMet =
                    Figures.judge("time between frames, p95", gaps.p95(), P95_LIMIT_MS, "ms");
            return isLongestMet && isUsualMet && isWhole;
        }
    }

    /// Returns and forgets the times between frames so far.
    private static List<Double> gaps(Browser browser) {
        return EchoBench.numbers(browser.run("return window.gaps.splice(0)"));
    }

    /// Waits until the last line of the output is on the page.
    private static String awaitEnd(Browser browser) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(2))
                .until(
                        () -> String.join("\n", browser.texts(".xterm-rows > div")),
                        screen -> screen.contains("took "))
                .replace('\u00a0', ' ')
                .replaceFirst("(?s).*(took [\\d.]+).*", "$1");
    }

    private static boolean isWhole(Path log) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.US_ASCII)) {
            for (long expected = 1; expected <= (long) LINES_A_SECOND * SECONDS; expected++) {
                String line = lines.readLine();
                if (line == null
                        || line.length() != LINE - 2
                        || Long.parseLong(line.strip()) != expected) {
                    System.out.println("expected line " + expected + ": " + line);
                    return false;
                }
            }
            return true;
        }
    }
}
