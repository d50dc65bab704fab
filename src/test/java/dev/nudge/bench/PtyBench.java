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

/// 200 MB of text through the packaged terminal's host, with its screen, and in the same run
/// through script(1) and through tmux.
public final class PtyBench {
    private static final int BYTES = 200 << 20;
    private static final int RUNS = 3;
    private static final String LINE =
            "0123456789 the quick brown fox jumps over the lazy dog, and the dog sleeps on 9";
    private static final String TEXT = "yes '%s' | head -c %d".formatted(LINE, BYTES);
    private static final double LEAST_RATIO = 0.8;

    private PtyBench() {}

    /// Prints the rates and their ratios; exits with 1 if the host is too slow or a byte is
    /// missing.
    ///
    /// @param args none
    public static void main(String[] args) throws Exception {
        List<Double> nudge = new ArrayList<>();
        List<Double> script = new ArrayList<>();
        List<Double> tmux = new ArrayList<>();
        boolean isComplete = true;
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture server = TmuxServerFixture.start()) {
            packaged(user, "ps");
            for (int run = 1; run <= RUNS; run++) {
                nudge.add(host(user, run));
                isComplete &= isComplete(user.job(run).resolve("output.log"));
                Files.delete(user.job(run).resolve("output.log"));
                script.add(script(user));
                tmux.add(tmux(user, server, run));
            }
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
        System.exit(isComplete && ratio >= LEAST_RATIO ? 0 : 1);
    }

    private static double host(NudgeUser user, int job) {
        // Not counted: the start of the JVM and the first jobs of the compiler.
        packaged(user, "run", "--pty", "--", "stty -opost; read x; " + TEXT + "; sleep 0.3");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.exists(user.job(job).resolve("terminal")));
        long begin = System.nanoTime();
        packaged(user, "send", Integer.toString(job), "-k", "Enter");
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(3))
                .until(() -> Files.size(user.job(job).resolve("output.log")) >= BYTES);
        double rate = rate(begin);
        peak(user, job);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(user.job(job).resolve("exit.json")));
        return rate;
    }

    private static void peak(NudgeUser user, int job) {
        ProcessHandle.allProcesses()
                .filter(p ->
                        p.info().commandLine().orElse("").contains("host " + user.job(job) + " "))
                .filter(p -> p.info().command().orElse("").endsWith("/java"))
                .forEach(p -> System.out.println("peak memory of the host: " + peak(p.pid())));
    }

    private static String peak(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/status"))
                    .lines()
                    .filter(l -> l.startsWith("VmHWM:"))
                    .findFirst()
                    .map(l -> l.substring("VmHWM:".length()).strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static boolean isComplete(Path log) throws IOException, InterruptedException {
        // The terminal echoes the Enter that starts it.
        String compare = "tail -c %d '%s' | cmp - <(%s)".formatted(BYTES, log, TEXT);
        return new ProcessBuilder("bash", "-c", compare).inheritIO().start().waitFor() == 0;
    }

    private static double script(NudgeUser user) {
        long begin = System.nanoTime();
        new ShortCommand(Duration.ofMinutes(3), user.environment())
                .run(List.of("script", "-qefc", "stty -opost; " + TEXT, "/dev/null"));
        return rate(begin);
    }

    private static double tmux(NudgeUser user, TmuxServerFixture server, int run) {
        Path end = user.folder("tmux").resolve("end-" + run);
        long begin = System.nanoTime();
        server.newSession(
                "bench-" + run,
                120,
                30,
                user.environment(),
                "stty -opost; %s; : > '%s'".formatted(TEXT, end));
        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(3))
                .until(() -> Files.exists(end));
        return rate(begin);
    }

    private static double rate(long begin) {
        return BYTES / ((System.nanoTime() - begin) / 1e9) / 1e6;
    }

    private static void packaged(NudgeUser user, String... arguments) {
        List<String> words = new ArrayList<>(List.of(PumpBench.LAUNCHER.toString()));
        words.addAll(List.of(arguments));
        new ShortCommand(Duration.ofSeconds(60), user.environment()).run(words);
    }
}
