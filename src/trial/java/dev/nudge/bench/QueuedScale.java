package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What jobs that wait in the queue cost the packaged daemon: its start, its lists, one more job,
/// and the rate at which they run, 8 at a time.
final class QueuedScale {
    private static final int RUNS = 11;
    private static final int RATED = 500;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private QueuedScale() {}

    /// Measures and prints.
    ///
    /// @param waiting how many jobs wait
    static void measure(int waiting) throws Exception {
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "20000"));
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            packaged(user, "group", "add", "many", "--parallel", "8");
            packaged(user, "pause", "many");
            packaged(user, "run", "--group", "many", "--", "true");
            user.killDaemon();
            copies(user, waiting);
            long begin = System.nanoTime();
            packaged(user, "ps");
            System.out.printf(
                    Locale.ROOT,
                    "%d jobs wait: daemon start and nudge ps %.0f ms%n",
                    waiting,
                    (System.nanoTime() - begin) / 1e6);
            times(user, "nudge ps", "ps").print();
            try (CallBench.Pipes pipes = CallBench.Pipes.to(user, tmux)) {
                add(pipes).print();
                TimeUnit.SECONDS.sleep(5);
                idle(user);
                rate(user);
            }
        }
    }

    private static Figures add(CallBench.Pipes pipes) throws IOException {
        List<Double> values = new ArrayList<>();
        for (int i = 1; i <= RUNS; i++) {
            String call =
                    "\"run_long_command\",\"arguments\":{\"command\":\"true\",\"group\":\"many\",\"notify\":\"silent\"}";
            values.add(pipes.call(i, call, "waits in the queue"));
        }
        return new Figures("one more by the tool", "ms", values);
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
        packaged(user, "resume", "many");
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

    private static Figures times(NudgeUser user, String name, String... arguments) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            long begin = System.nanoTime();
            packaged(user, arguments);
            values.add((System.nanoTime() - begin) / 1e6);
        }
        return new Figures(name, "ms", values);
    }

    private static void copies(NudgeUser user, int waiting) throws IOException {
        Path first = user.job(1);
        String record =
                Files.readString(first.resolve("job.json"))
                        .replaceFirst("\"job\":1,", "\"job\":%d,");
        List<Path> files;
        try (Stream<Path> all = Files.list(first)) {
            files = all.filter(file -> !file.endsWith("job.json")).toList();
        }
        for (int number = 2; number <= waiting; number++) {
            Path copy = Files.createDirectories(user.job(number));
            for (Path file : files) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
            Files.writeString(copy.resolve("job.json"), record.formatted(number));
        }
    }

    private static String packaged(NudgeUser user, String... arguments) {
        List<String> words = new ArrayList<>(List.of(PumpBench.LAUNCHER.toString()));
        words.addAll(List.of(arguments));
        return new ShortCommand(LIMIT, user.environment()).run(words);
    }
}
