package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.engine.slurm.SqueueBench;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

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
                    case "queued" -> queued();
                    case "agents" -> agents();
                    case "squeue" -> squeue();
                    default -> areAll(running(), ended());
                };
        System.exit(isMet ? 0 : 1);
    }

    private static boolean queued() throws Exception {
        QueuedScale.measure(1_000);
        QueuedScale.measure(10_000);
        return true;
    }

    private static boolean agents() throws Exception {
        ManyPumps.measure(100);
        return true;
    }

    private static boolean squeue() throws IOException {
        SqueueBench.measure();
        return true;
    }

    private static boolean areAll(boolean... met) {
        for (boolean isMet : met) {
            if (!isMet) {
                return false;
            }
        }
        return true;
    }

    private static boolean running() throws Exception {
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            packaged(user, "ps");
            Path gate = user.folder("gate").resolve("open");
            String command = "read line <'" + gate + "'";
            new ProcessBuilder("mkfifo", gate.toString()).start().waitFor();
            try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
                for (int i = 0; i < RUNNING; i++) {
                    agent.run(Map.of("command", command, "notify", "silent"));
                }
                System.out.printf("%d jobs run%n", packaged(user, "ps").lines().count() - 1);
                Figures ps = ps(user);
                TimeUnit.SECONDS.sleep(5);
                double percent = idlePercent(user.daemonPid());
                double megabytes = PumpBench.residentMegabytes(user.daemonPid());
                ps.print();
                System.out.printf(
                        "open files of the daemon %d, threads %d%n",
                        ManyPumps.count(Path.of("/proc/" + user.daemonPid() + "/fd")),
                        ManyPumps.count(Path.of("/proc/" + user.daemonPid() + "/task")));
                boolean isMet =
                        areAll(
                                Figures.judge(
                                        "memory of the daemon", megabytes, MEMORY_LIMIT_MB, "MB"),
                                Figures.judge("processor, idle", percent, IDLE_LIMIT_PERCENT, "%"),
                                Figures.judge("nudge ps", ps.p50(), PS_LIMIT_MS, "ms"));
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
                .until(() -> packaged(user, "ps").lines().count() <= 1);
    }

    private static boolean ended() throws IOException {
        try (NudgeUser user = NudgeUser.with(Map.of("NUDGE_KEEP_JOBS", "20000"))) {
            packaged(user, "run", "--", "true");
            user.killDaemon();
            copies(user);
            List<Double> starts = new ArrayList<>();
            List<Double> firsts = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                starts.add(start(user));
                user.killDaemon();
                firsts.add(millis(user, "ps"));
                user.killDaemon();
            }
            packaged(user, "ps");
            List<Double> lists = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                lists.add(millis(user, "ps", "--all"));
            }
            double megabytes = PumpBench.residentMegabytes(user.daemonPid());
            Figures start = new Figures("daemon start, 10,000 ended", "ms", starts);
            start.print();
            new Figures("daemon start and ps, 10,000 ended", "ms", firsts).print();
            new Figures("nudge ps --all, 10,000 ended", "ms", lists).print();
            return areAll(
                    Figures.judge("daemon start", start.p50(), START_LIMIT_MS, "ms"),
                    Figures.judge("memory of the daemon", megabytes, MEMORY_LIMIT_MB, "MB"));
        }
    }

    /// How long a daemon takes until it takes connections.
    private static double start(NudgeUser user) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(PumpBench.LAUNCHER.toString(), "daemon");
        builder.environment().clear();
        builder.environment().putAll(user.environment());
        long begin = System.nanoTime();
        try (BufferedReader said = builder.start().inputReader(StandardCharsets.UTF_8)) {
            if (!"ready".equals(said.readLine())) {
                throw new IOException("the daemon did not start: " + user.log());
            }
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    /// As many jobs as that one, with the same files.
    private static void copies(NudgeUser user) throws IOException {
        Path first = user.job(1);
        await().until(() -> Files.exists(first.resolve("exit.json")));
        String record =
                Files.readString(first.resolve("job.json"))
                        .replaceFirst("\"job\":1,", "\"job\":%d,");
        for (int number = 2; number <= ENDED; number++) {
            Path copy = Files.createDirectories(user.job(number));
            for (String name : List.of("command", "output.log", "host.json", "exit.json")) {
                Files.copy(first.resolve(name), copy.resolve(name));
            }
            Files.writeString(copy.resolve("job.json"), record.formatted(number));
        }
    }

    private static Figures ps(NudgeUser user) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            values.add(millis(user, "ps"));
        }
        return new Figures("nudge ps, 1,000 running", "ms", values);
    }

    private static double millis(NudgeUser user, String... arguments) {
        long begin = System.nanoTime();
        packaged(user, arguments);
        return (System.nanoTime() - begin) / 1e6;
    }

    private static String packaged(NudgeUser user, String... arguments) {
        List<String> words = new ArrayList<>(List.of(PumpBench.LAUNCHER.toString()));
        words.addAll(List.of(arguments));
        return new ShortCommand(Duration.ofSeconds(60), user.environment()).run(words);
    }

    private static double idlePercent(long pid) throws Exception {
        ProcessorTime before = ProcessorTime.of(pid);
        TimeUnit.SECONDS.sleep(IDLE.toSeconds());
        return ProcessorTime.of(pid).since(before).own() / IDLE.toSeconds() * 100;
    }
}
