package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// What jobs that wait in the queue cost the packaged daemon: its start, its lists, one more job,
/// and the rate at which they run, 8 at a time.
final class QueuedScale {
    private static final int RUNS = 11;
    private static final int RATED = 500;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String CALL =
            "\"run_long_command\",\"arguments\":{\"command\":\"true\",\"group\":\"many\",\"notify\":\"silent\"}";
    private static final String QUEUED = "waits in the queue";

    private QueuedScale() {}

    /// Measures and prints.
    ///
    /// @param waiting how many jobs wait
    static void measure(int waiting) throws Exception {
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "20000"));
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            user.run("group", "add", "many", "--parallel", "8");
            user.run("pause", "many");
            user.run("run", "--group", "many", "--", "true");
            user.killDaemon();
            ScaleBench.copies(user, waiting);
            System.out.printf(
                    Locale.ROOT,
                    "%d jobs wait: daemon start and nudge ps %.0f ms%n",
                    waiting,
                    ScaleBench.millis(user, "ps"));
            Figures.of("nudge ps", "ms", RUNS, () -> ScaleBench.millis(user, "ps")).print();
            try (CallBench.Pipes pipes = CallBench.Pipes.to(user, tmux)) {
                Figures.of("one more by the tool", "ms", RUNS, () -> pipes.call(CALL, QUEUED))
                        .print();
                TimeUnit.SECONDS.sleep(5);
                idle(user);
                rate(user);
            }
        }
    }

    private static void idle(NudgeUser user) throws Exception {
        ProcessorTime begin = ProcessorTime.of(user.daemonPid());
        TimeUnit.SECONDS.sleep(30);
        System.out.printf(
                Locale.ROOT,
                "idle: %.2f %% of a processor, %.0f MB%n",
                ProcessorTime.of(user.daemonPid()).since(begin).own() / 30 * 100,
                PumpBench.residentMegabytes(user.daemonPid()));
    }

    private static void rate(NudgeUser user) throws IOException {
        ProcessorTime before = ProcessorTime.of(user.daemonPid());
        long begin = System.nanoTime();
        user.run("resume", "many");
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(() -> isEnded(user, RATED));
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "they run, 8 at a time: the first %d end in %.1f s; processor time of the daemon"
                        + " %.1f ms each%n",
                RATED,
                seconds,
                ProcessorTime.of(user.daemonPid()).since(before).own() / RATED * 1e3);
    }

    private static boolean isEnded(NudgeUser user, long job) {
        return Files.exists(user.job(job).resolve("exit.json"));
    }
}
