package dev.nudge.bench;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// 200 MB of text through the packaged terminal's host, with its screen, and in the same run
/// through script(1) and through tmux.
public final class PtyBench {
    private static final int BYTES = 200 << 20;
    private static final int RUNS = 3;
    private static final String LINE =
            "0123456789 the quick brown fox jumps over the lazy dog, and the dog sleeps on 9";
    private static final String TEXT = "yes '%s' | head -c %d".formatted(LINE, BYTES);

    /// A terminal makes CR LF of each line end.
    private static final int SHOWN_BYTES = BYTES + BYTES / (LINE.length() + 1);

    private static final double LEAST_RATIO = 0.8;
    private static final double MOST_GROWTH = 1.1;
    private static final double MOST_MEMORY = 60;
    private static final double LONGEST_START = 150;
    private static final int STARTS = 15;

    private PtyBench() {}

    /// Prints the rates and their ratios; exits with 1 if the host is too slow, a byte is missing
    /// its memory grows once its scrollback is full, or it needs too much or too long at first.
    ///
    /// @param args none
    public static void main(String[] args) throws Exception {
        List<Double> nudge = new ArrayList<>();
        List<Double> script = new ArrayList<>();
        List<Double> tmux = new ArrayList<>();
        List<Double> growth = new ArrayList<>();
        List<Double> memory = new ArrayList<>();
        Figures begun;
        boolean isComplete = true;
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture server = TmuxServerFixture.start()) {
            user.run("ps");
            for (int run = 1; run <= RUNS; run++) {
                nudge.add(host(user, run, memory, growth));
                isComplete &= isComplete(user.job(run).resolve("output.log"));
                Files.delete(user.job(run).resolve("output.log"));
                script.add(script(user));
                tmux.add(tmux(user, server, run));
            }
            begun = Figures.of("start of a job on a terminal", "ms", STARTS, () -> start(user));
        }
        Figures host = new Figures("nudge run --pty", "MB/s", nudge);
        Figures peer = new Figures("script -qefc", "MB/s", script);
        Figures other = new Figures("tmux", "MB/s", tmux);
        List.of(host, peer, other).forEach(Figures::print);
        double ratio = host.p50() / peer.p50();
        System.out.printf(
                Locale.ROOT,
                "nudge to script: %.2f (at least %.1f), nudge to tmux: %.2f, log complete: %s%n",
                ratio,
                LEAST_RATIO,
                host.p50() / other.p50(),
                isComplete);
        boolean isFlat =
                Figures.judge(
                        "growth of the host's memory in the second half",
                        new Figures("growth", "", growth).p50(),
                        MOST_GROWTH,
                        "times");
        begun.print();
        boolean isSmall =
                Figures.judge(
                        "memory of the host at first",
                        new Figures("memory", "MB", memory).p50(),
                        MOST_MEMORY,
                        "MB");
        boolean isQuick = Figures.judge("start, p50", begun.p50(), LONGEST_START, "ms");
        boolean isWithin = isComplete && isFlat && isSmall && isQuick;
        System.exit(isWithin && ratio >= LEAST_RATIO ? 0 : 1);
    }

    /// From the daemon's record of a job to the report that its command runs, in milliseconds.
    private static double start(NudgeUser user) {
        JsonNode record = user.awaitEnd(user.runJob("--pty", "--", "true"));
        Duration took =
                Duration.between(
                        Instant.parse(record.path("created_at").stringValue()),
                        Instant.parse(record.path("started_at").stringValue()));
        return took.toNanos() / 1e6;
    }

    /// The time begins when the job says so, since it waits for a key until the JVM has started.
    private static double host(NudgeUser user, int job, List<Double> memory, List<Double> growth)
            throws IOException {
        Path begin = user.folder("begin").resolve(Integer.toString(job));
        user.run("run", "--pty", "--", "read x; : >" + begin + "; " + TEXT + "; sleep 0.3");
        Path log = user.job(job).resolve("output.log");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.exists(user.job(job).resolve("terminal")));
        long host = hostOf(user, job);
        double first = PumpBench.residentMegabytes(host);
        memory.add(first);
        user.run("send", Integer.toString(job), "-k", "Enter");
        awaitSize(log, SHOWN_BYTES / 2);
        double half = PumpBench.residentMegabytes(host);
        awaitSize(log, SHOWN_BYTES);
        double last = PumpBench.residentMegabytes(host);
        System.out.printf(
                Locale.ROOT,
                "memory of the host: %.1f MB at first, %.1f MB after half of it, %.1f MB at last%n",
                first,
                half,
                last);
        growth.add(last / half);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(user.job(job).resolve("exit.json")));
        return rate(written(log) - written(begin));
    }

    private static void awaitSize(Path log, long bytes) {
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(3))
                .until(() -> Files.size(log) >= bytes);
    }

    /// When a file was written last, in nanoseconds.
    private static long written(Path file) throws IOException {
        return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
    }

    private static long hostOf(NudgeUser user, int job) {
        return ProcessHandle.allProcesses()
                .filter(p ->
                        p.info().commandLine().orElse("").contains("holder " + user.job(job) + " "))
                .filter(p -> p.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElseThrow()
                .pid();
    }

    private static boolean isComplete(Path log) throws IOException, InterruptedException {
        // The terminal echoes the Enter that starts it.
        String compare =
                "tail -c %d '%s' | cmp - <(%s | sed 's/$/\\r/')".formatted(SHOWN_BYTES, log, TEXT);
        return new ProcessBuilder("bash", "-c", compare).inheritIO().start().waitFor() == 0;
    }

    private static double script(NudgeUser user) throws Exception {
        ShortCommand script = new ShortCommand(Duration.ofMinutes(3), user.environment());
        List<String> words = List.of("script", "-qefc", TEXT, "/dev/null");
        return rate((long) (Figures.ms(() -> script.run(words)) * 1e6));
    }

    private static double tmux(NudgeUser user, TmuxServerFixture server, int run) {
        Path end = user.folder("tmux").resolve("end-" + run);
        long begin = System.nanoTime();
        server.newSession(
                "bench-" + run, 120, 30, user.environment(), "%s; : > '%s'".formatted(TEXT, end));
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(3))
                .until(() -> Files.exists(end));
        return rate(System.nanoTime() - begin);
    }

    private static double rate(long nanos) {
        return BYTES / (nanos / 1e9) / 1e6;
    }
}
