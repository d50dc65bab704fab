package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What many agents cost that are connected and do nothing: a `nudge mcp` for each, and the daemon.
final class ManyPumps {
    private static final int SECONDS = 30;

    private ManyPumps() {}

    /// Measures and prints.
    static void measure(int agents) throws Exception {
        List<Process> processes = new ArrayList<>();
        try (NudgeUser user = NudgeUser.create()) {
            user.startDaemon();
            print("no agent", user, List.of(), new ProcessorTime(0, 0), 0);
            long begin = System.nanoTime();
            try {
                for (int i = 0; i < agents; i++) {
                    processes.add(
                            Answered.by(user, NudgeUser.command("mcp"), PumpBench.INITIALIZE)
                                    .process());
                }
                System.out.printf(
                        Locale.ROOT,
                        "%d agents, one after another: %.0f ms each%n",
                        agents,
                        (System.nanoTime() - begin) / 1e6 / agents);
                TimeUnit.SECONDS.sleep(5);
                List<Long> pumps = processes.stream().map(Process::pid).toList();
                ProcessorTime daemon = ProcessorTime.of(user.daemonPid());
                double before = processor(pumps);
                TimeUnit.SECONDS.sleep(SECONDS);
                print(
                        agents + " agents",
                        user,
                        pumps,
                        ProcessorTime.of(user.daemonPid()).since(daemon),
                        processor(pumps) - before);
            } finally {
                processes.forEach(Process::destroyForcibly);
            }
        }
    }

    private static double processor(List<Long> pids) throws IOException {
        double seconds = 0;
        for (long pid : pids) {
            seconds += ProcessorTime.of(pid).own();
        }
        return seconds;
    }

    private static void print(
            String what, NudgeUser user, List<Long> pumps, ProcessorTime daemon, double others)
            throws IOException {
        double shared = 0;
        for (long pid : pumps) {
            shared += PumpBench.proportionalMegabytes(pid);
        }
        Path files = Path.of("/proc/" + user.daemonPid());
        System.out.printf(
                Locale.ROOT,
                "%s: daemon %.0f MB, %d open files, %d threads, %.2f %% of a processor; pumps %.0f MB"
                        + " with their share of what they have in common, %.2f %%%n",
                what,
                PumpBench.residentMegabytes(user.daemonPid()),
                count(files.resolve("fd")),
                count(files.resolve("task")),
                daemon.own() / SECONDS * 100,
                shared,
                others / SECONDS * 100);
    }

    static long count(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }
}
