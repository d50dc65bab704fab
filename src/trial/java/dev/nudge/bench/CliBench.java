package dev.nudge.bench;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a command of the shell takes: the first one after the installation, starts beside a bare
/// JVM of the same runtime, many starts one after the other, a long log beside cat, and the lists
/// behind the Tab key.
public final class CliBench {
    private static final int ROUNDS = 20;
    private static final int JOBS = 40;
    private static final double LIMIT = 2.5;
    private static final int ENDED = 1_000;
    private static final double TAB_MS = 100;
    private static final int FIRST = 5;
    private static final double FIRST_MS = 1_500;
    private static final Duration LIMIT_OF_LIST = Duration.ofSeconds(30);
    private static final long GIGABYTE = 1L << 30;
    private static final String NUDGE = PumpBench.LAUNCHER;

    private final NudgeUser user;

    private CliBench(NudgeUser user) {
        this.user = user;
    }

    /// Measures, and prints.
    public static void main(String[] args) throws Exception {
        firstCommand();
        try (NudgeUser user = NudgeUser.create()) {
            CliBench bench = new CliBench(user);
            bench.starts();
            bench.manyJobs();
            bench.longLog();
        }
        try (NudgeUser user = NudgeUser.create()) {
            new CliBench(user).completion();
        }
    }

    /// What a person waits for who has just installed a release: it brings no start-up caches, and
    /// there is no daemon yet.
    private static void firstCommand() throws Exception {
        Figures first =
                Figures.of(
                        "the first command, without caches or a daemon",
                        "ms",
                        FIRST,
                        CliBench::firstAfterInstallation);
        first.print();
        Figures.judge("  the longest", first.max(), FIRST_MS, "ms");
    }

    private static double firstAfterInstallation() throws Exception {
        try (NudgeUser user = NudgeUser.create()) {
            Path release = user.folder("installed").resolve("nudge");
            new ShortCommand(LIMIT_OF_LIST, user.environment())
                    .run(
                            List.of(
                                    "sh",
                                    "-c",
                                    "cp -a \"${0%/bin/nudge}\" \"$1\" && rm -r \"$1/aot\"",
                                    NUDGE,
                                    release.toString()));
            List<String> ps = List.of(release.resolve("bin/nudge").toString(), "ps");
            return new CliBench(user).milliseconds(ps);
        }
    }

    /// What a person waits for at the Tab key.
    private void completion() throws Exception {
        JobsOnDisk disk = new JobsOnDisk(user.folder("state"));
        for (int i = 0; i < ENDED; i++) {
            Job _ =
                    disk.save(
                            number -> SomeJob.ended(number, "make all", new ExitStatus.Exited(0)));
        }
        // Completion starts none.
        user.startDaemon();
        List<String> numbers = List.of(NUDGE, "__complete", "jobs");
        if (new ShortCommand(LIMIT_OF_LIST, user.environment()).run(numbers).lines().count()
                != ENDED) {
            throw new IOException(numbers + " does not list all jobs");
        }
        for (List<String> what : List.of(numbers, List.of(NUDGE, "__complete", "labels"))) {
            Figures tab =
                    Figures.of(
                            "Tab with 1,000 jobs: " + what.getLast(),
                            "ms",
                            ROUNDS,
                            () -> milliseconds(what));
            tab.print();
            Figures.judge("  p50", tab.p50(), TAB_MS, "ms");
        }
    }

    private void starts() throws Exception {
        BareJvm bare = BareJvm.in(user.folder("bare"));
        user.run("run", "--", "echo done");
        user.awaitEnd(1);
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put("bare JVM with a cache", bare.cached());
        commands.put("bare JVM without", bare.uncached());
        commands.put("nudge ps", List.of(NUDGE, "ps"));
        commands.put("nudge status", List.of(NUDGE, "status"));
        commands.put("nudge logs", List.of(NUDGE, "logs", "1"));
        commands.put("nudge run", List.of(NUDGE, "run", "--", "true"));
        Map<String, List<Double>> times = new LinkedHashMap<>();
        for (int i = 0; i < ROUNDS; i++) {
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                double ms = milliseconds(command.getValue());
                times.computeIfAbsent(command.getKey(), _ -> new ArrayList<>()).add(ms);
            }
        }
        report(times);
    }

    private static void report(Map<String, List<Double>> times) {
        double bare = new Figures("", "ms", times.values().iterator().next()).p50();
        times.forEach((name, values) -> {
            Figures figures = new Figures(name, "ms", values);
            figures.print();
            if (name.startsWith("nudge")) {
                Figures.judge("  beside the bare JVM", figures.p50(), LIMIT * bare, "ms");
            }
        });
    }

    private void manyJobs() throws Exception {
        List<String> run = List.of(NUDGE, "run", "--", "true");
        Figures each = Figures.of("nudge run", "ms", JOBS, () -> milliseconds(run));
        double ms = each.values().stream().mapToDouble(v -> v).sum();
        System.out.printf(Locale.ROOT, "%d times nudge run: %.2f s%n", JOBS, ms / 1000);
    }

    private void longLog() throws Exception {
        Path log = user.job(1).resolve("output.log");
        grow(log);
        Figures cat = piped("cat of 1 GB", "cat '" + log + "'");
        Figures logs = piped("nudge logs of 1 GB", "'" + NUDGE + "' logs 1");
        cat.print();
        logs.print();
        Figures.judge("  beside cat", logs.p50(), 2 * cat.p50(), "ms");
    }

    private Figures piped(String name, String command) throws Exception {
        List<String> shell = List.of("sh", "-c", command + " | cat >/dev/null");
        return Figures.of(name, "ms", 5, () -> milliseconds(shell));
    }

    private static void grow(Path log) throws IOException {
        byte[] lines = "a line of output\n".repeat(61_681).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = Files.newOutputStream(log)) {
            for (long size = 0; size < GIGABYTE; size += lines.length) {
                out.write(lines);
            }
        }
    }

    private double milliseconds(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(user.environment());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.redirectInput(Path.of("/dev/null").toFile());
        long begin = System.nanoTime();
        if (builder.start().waitFor() != 0) {
            throw new IOException(command + " has failed");
        }
        return (System.nanoTime() - begin) / 1e6;
    }
}
