package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The start of the packaged daemon without a page, its memory then, and its first answer to an
/// agent; in turn with those of another packaged nudge, such as one without the page.
final class StartBench {
    private static final int RUNS = 15;
    private static final double LIMIT_MS = 1_000;
    private static final double LIMIT_TIMES = 1.25;

    private StartBench() {}

    private record Start(double ms, double initializeMs, double megabytes) {}

    /// @param others the launcher of the other nudge; or nothing
    static boolean measure(List<String> others) throws IOException {
        Map<String, List<Start>> starts = new TreeMap<>();
        for (int i = 0; i < RUNS; i++) {
            for (String launcher : launchers(others)) {
                starts.computeIfAbsent(launcher, _ -> new ArrayList<>()).add(start(launcher));
            }
        }
        starts.forEach(StartBench::print);
        String own = PumpBench.LAUNCHER;
        double start = start(starts, own);
        return others.isEmpty()
                ? Figures.judge("start of the daemon, page off", start, LIMIT_MS, "ms")
                : Figures.judge(
                        "the same as a multiple of the other's",
                        start / start(starts, others.getFirst()),
                        LIMIT_TIMES,
                        "times");
    }

    private static double start(Map<String, List<Start>> starts, String launcher) {
        return figures("", starts.getOrDefault(launcher, List.of()), 0).p50();
    }

    private static List<String> launchers(List<String> others) {
        return Stream.concat(Stream.of(PumpBench.LAUNCHER), others.stream()).toList();
    }

    private static void print(String launcher, List<Start> starts) {
        System.out.printf(Locale.ROOT, "%s%n", launcher);
        figures("daemon: start to ready", starts, 0).print();
        figures("nudge mcp: start to initialize", starts, 1).print();
        figures("daemon: memory then", starts, 2).print();
    }

    private static Figures figures(String name, List<Start> starts, int which) {
        return new Figures(
                name,
                which == 2 ? "MB" : "ms",
                starts.stream()
                        .map(s -> List.of(s.ms(), s.initializeMs(), s.megabytes()).get(which))
                        .toList());
    }

    private static Start start(String launcher) throws IOException {
        try (NudgeUser user = NudgeUser.create()) {
            Answered daemon = Answered.daemon(user, launcher);
            Answered pump = Answered.by(user, List.of(launcher, "mcp"), PumpBench.INITIALIZE);
            double megabytes = PumpBench.residentMegabytes(user.daemonPid());
            user.killDaemon();
            return new Start(daemon.ms(), pump.ms(), megabytes);
        }
    }
}
