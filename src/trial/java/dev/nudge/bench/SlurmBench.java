package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.SlurmCluster;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Jobs in a real Slurm of two nodes on this machine: a submission through the tool beside `sbatch`
/// alone, from an end on a node to the request of the model in the real Gemini CLI, and what 500
/// jobs cost that wait there.
public final class SlurmBench {
    private static final int SUBMISSIONS = 30;
    private static final int WAKES = 30;
    private static final int WAITING = 500;
    private static final String SUBMISSION =
            "\"run_long_command\",\"arguments\":{\"command\":\"true\",\"group\":\"far\",\"notify\":\"silent\"}";
    private static final String SUBMITTED = "was handed to slurm as its job";

    private final SlurmCluster cluster;

    private SlurmBench(SlurmCluster cluster) {
        this.cluster = cluster;
    }

    /// Prints the figures.
    ///
    /// @param args for how many minutes the daemon is looked at while jobs wait; 3 if missing
    public static void main(String[] args) throws Exception {
        int minutes = args.length == 0 ? 3 : Integer.parseInt(args[0]);
        load();
        try (SlurmCluster cluster = SlurmCluster.start()) {
            SlurmBench bench = new SlurmBench(cluster);
            bench.submissions();
            bench.wakes().print();
            bench.waiting(minutes);
        }
        load();
        System.exit(0);
    }

    private static void load() throws IOException {
        System.out.print("load of the machine: " + Files.readString(Path.of("/proc/loadavg")));
    }

    private Map<String, String> variables() {
        return Map.of("SLURM_CONF", cluster.conf().toString());
    }

    private static void addGroup(NudgeUser user, String option) {
        user.run("group", "add", "far", "--engine", "slurm", "--option", option);
    }

    private void submissions() throws Exception {
        List<Double> tool = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        try (NudgeUser user = NudgeUser.with(variables());
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            addGroup(user, "partition=main");
            try (CallBench.Pipes pipes = CallBench.Pipes.to(user, tmux)) {
                pipes.call(SUBMISSION, SUBMITTED);
                for (int i = 0; i < SUBMISSIONS; i++) {
                    tool.add(pipes.call(SUBMISSION, SUBMITTED));
                    alone.add(sbatch());
                }
            }
        }
        Figures one = new Figures("submission by the tool", "ms", tool);
        Figures other = new Figures("sbatch alone", "ms", alone);
        one.print();
        other.print();
        System.out.printf(Locale.ROOT, "to sbatch alone: %.1f%n", one.p50() / other.p50());
    }

    /// @return how long it took, in milliseconds
    private double sbatch() throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("sbatch", "--parsable", "--output=/dev/null", "--wrap=true")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(cluster.environment());
        return Figures.ms(() -> {
            if (builder.start().waitFor() != 0) {
                throw new IOException("sbatch failed");
            }
        });
    }

    private Figures wakes() {
        List<Double> values = new ArrayList<>();
        try (NudgedGemini world = NudgedGemini.start()) {
            NudgeUser user = world.user();
            user.environment().putAll(variables());
            addGroup(user, "partition=main");
            for (int i = 1; i <= WAKES; i++) {
                Path gate = world.gate("wake" + i);
                world.ask(world.untilReleased(gate, "echo result " + i), Map.of("group", "far"));
                user.awaitState(i, "running");
                values.add(KilledBench.told(world, gate, i));
            }
        }
        return new Figures("end on a node to the model's request", "ms", values);
    }

    private void waiting(int minutes) throws Exception {
        try (NudgeUser user = NudgeUser.with(variables());
                TmuxServerFixture tmux = TmuxServerFixture.start()) {
            Path calls = Files.createFile(user.folder("calls").resolve("squeue"));
            user.environment()
                    .merge("PATH", counted(user, calls) + ":", (path, first) -> first + path);
            addGroup(user, "hold");
            try (CallBench.Pipes pipes = CallBench.Pipes.to(user, tmux)) {
                for (int i = 1; i <= WAITING; i++) {
                    pipes.call(SUBMISSION, SUBMITTED);
                }
                // Until it asks at its slowest pace.
                TimeUnit.SECONDS.sleep(100);
                cost(user, calls, minutes);
            }
        }
    }

    private static void cost(NudgeUser user, Path calls, int minutes) throws Exception {
        long before = Files.size(calls);
        ProcessorTime begin = ProcessorTime.of(user.daemonPid());
        TimeUnit.MINUTES.sleep(minutes);
        ProcessorTime used = ProcessorTime.of(user.daemonPid()).since(begin);
        double seconds = minutes * 60.0;
        System.out.printf(
                Locale.ROOT,
                "%d jobs wait in Slurm, %d min: the daemon takes %.2f %% of a processor, what it runs"
                        + " %.2f %%; %d calls of squeue; memory of the daemon %.0f MB%n",
                WAITING,
                minutes,
                used.own() / seconds * 100,
                used.children() / seconds * 100,
                Files.size(calls) - before,
                PumpBench.residentMegabytes(user.daemonPid()));
    }

    /// Makes a folder with the programs of Slurm, of which squeue adds a byte to a file.
    private static Path counted(NudgeUser user, Path calls) throws IOException {
        Path folder = user.folder("programs");
        for (String name : List.of("sbatch", "scancel", "sacct")) {
            Files.createSymbolicLink(folder.resolve(name), Path.of("/usr/bin", name));
        }
        Path squeue =
                Files.writeString(
                        folder.resolve("squeue"),
                        "#!/bin/sh\nprintf x >>'%s'\nexec /usr/bin/squeue \"$@\"\n"
                                .formatted(calls));
        if (!squeue.toFile().setExecutable(true)) {
            throw new IOException(squeue + " cannot be made executable");
        }
        return folder;
    }
}
