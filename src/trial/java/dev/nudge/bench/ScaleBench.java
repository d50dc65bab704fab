package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.engine.slurm.SqueueBench;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What many jobs cost the packaged daemon: 1,000 that run, and 10,000 that have ended.
public final class ScaleBench {
    private static final int RUNNING = 1_000;
    private static final int ENDED = 10_000;
    private static final int RUNS = 11;
    private static final Duration IDLE = Duration.ofSeconds(60);

    private static final double MEMORY_LIMIT_MB = 150;
    private static final double IDLE_LIMIT_PERCENT = 1;
    private static final double PS_LIMIT_MS = 300;
    private static final double START_LIMIT_MS = 1_000;

    private ScaleBench() {}

    /// Prints the figures and their ratios to the limits; exits with 1 if one is not met.
    ///
    /// @param args none; or one of `queued` (10,000 jobs that wait, after 1,000), `agents` (100
    ///   that are connected) and `squeue` (9,000 jobs in Slurm), which have no limits
    public static void main(String[] args) throws Exception {
        boolean isMet =
                switch (args.length == 0 ? "" : args[0]) {
                    case "queued" -> {
                        QueuedScale.measure(1_000);
                        QueuedScale.measure(10_000);
                        yield true;
                    }
                    case "agents" -> {
                        ManyPumps.measure(100);
                        yield true;
                    }
                    case "squeue" -> {
                        SqueueBench.measure();
                        yield true;
                    }
                    default -> {
                        boolean isRunningMet = running();
                        yield ended() && isRunningMet;
                    }
                };
        System.exit(isMet ? 0 : 1);
    }

    private static boolean running() throws Exception {
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            user.run("ps");
            Path gate = user.folder("gate").resolve("open");
            String command = "read line <'" + gate + "'";
            new ProcessBuilder("mkfifo", gate.toString()).start().waitFor();
            try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
                for (int i = 0; i < RUNNING; i++) {
                    agent.run(Map.of("command", command, "notify", "silent"));
                }
                System.out.printf("%d jobs run%n", user.run("ps").lines().count() - 1);
                Figures ps =
                        Figures.of("nudge ps, 1,000 running", "ms", RUNS, () -> millis(user, "ps"));
                TimeUnit.SECONDS.sleep(5);
                double percent = idlePercent(user.daemonPid());
                double megabytes = PumpBench.residentMegabytes(user.daemonPid());
                ps.print();
                System.out.printf(
                        "open files of the daemon %d, threads %d%n",
                        ManyPumps.count(Path.of("/proc/" + user.daemonPid() + "/fd")),
                        ManyPumps.count(Path.of("/proc/" + user.daemonPid() + "/task")));
                boolean isMet =
                        Figures.judge("memory of the daemon", megabytes, MEMORY_LIMIT_MB, "MB");
                isMet &= Figures.judge("processor, idle", percent, IDLE_LIMIT_PERCENT, "%");
                isMet &= Figures.judge("nudge ps", ps.p50(), PS_LIMIT_MS, "ms");
                release(user, gate);
                return isMet;
            }
        }
    }

    /// Opens the jobs' pipe for writing and closes it: all of them end.
    private static void release(NudgeUser user, Path gate) throws IOException {
        Files.newOutputStream(gate).close();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> user.run("ps").lines().count() <= 1);
    }

    private static boolean ended() throws Exception {
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "20000"))) {
            user.run("run", "--", "true");
            user.awaitEnd(1);
            user.killDaemon();
            copies(user, ENDED);
            Figures start =
                    Figures.of(
                            "daemon start, 10,000 ended",
                            "ms",
                            RUNS,
                            () -> thenKilled(user, Answered.daemon(user, PumpBench.LAUNCHER).ms()));
            Figures first =
                    Figures.of(
                            "daemon start and ps, 10,000 ended",
                            "ms",
                            RUNS,
                            () -> thenKilled(user, millis(user, "ps")));
            user.startDaemon();
            Figures list =
                    Figures.of(
                            "nudge ps --all, 10,000 ended",
                            "ms",
                            RUNS,
                            () -> millis(user, "ps", "--all"));
            double megabytes = PumpBench.residentMegabytes(user.daemonPid());
            List.of(start, first, list).forEach(Figures::print);
            boolean isMet = Figures.judge("daemon start", start.p50(), START_LIMIT_MS, "ms");
            isMet &= Figures.judge("memory of the daemon", megabytes, MEMORY_LIMIT_MB, "MB");
            return isMet;
        }
    }

    private static double thenKilled(NudgeUser user, double ms) {
        user.killDaemon();
        return ms;
    }

    /// Makes as many jobs, with the files of the first.
    static void copies(NudgeUser user, int jobs) throws IOException {
        Path first = user.job(1);
        String record =
                Files.readString(first.resolve("job.json"))
                        .replaceFirst("\"job\":1,", "\"job\":%d,");
        List<Path> files;
        try (Stream<Path> all = Files.list(first)) {
            files = all.filter(file -> !file.endsWith("job.json")).toList();
        }
        for (int number = 2; number <= jobs; number++) {
            Path copy = Files.createDirectories(user.job(number));
            for (Path file : files) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
            Files.writeString(copy.resolve("job.json"), record.formatted(number));
        }
    }

    /// Returns how many milliseconds a command takes.
    static double millis(NudgeUser user, String... arguments) throws Exception {
        return Figures.ms(() -> user.run(arguments));
    }

    private static double idlePercent(long pid) throws Exception {
        ProcessorTime before = ProcessorTime.of(pid);
        TimeUnit.SECONDS.sleep(IDLE.toSeconds());
        return ProcessorTime.of(pid).since(before).own() / IDLE.toSeconds() * 100;
    }
}
