package dev.nudge.engine.slurm;

import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.testkit.SlurmCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What one question to Slurm about all jobs costs while thousands wait there, and what it takes to
/// read the answer.
public final class SqueueBench {
    private static final int RUNS = 11;

    /// Slurm's own limit is 1,001 elements an array, and 10,000 jobs.
    private static final int OF_AN_ARRAY = 1_000;

    private static final String NAME = "nudge-12345-m3x1k2ab@/home/someone/.local/state/nudge";

    private SqueueBench() {}

    /// Prints the figures.
    ///
    /// @param args none
    public static void main(String[] args) throws IOException {
        measure();
        System.exit(0);
    }

    /// Prints the figures.
    public static void measure() throws IOException {
        try (SlurmCluster cluster = SlurmCluster.start()) {
            SlurmCommands slurm =
                    new SlurmCommands(SlurmCommands.found(List.of(), cluster.environment()));
            print(slurm);
            for (int arrays = 1; arrays <= 9; arrays++) {
                submit(slurm);
                if (arrays == 1 || arrays == 9) {
                    print(slurm);
                }
            }
        }
        parse();
    }

    private static void submit(SlurmCommands slurm) throws IOException {
        String _ =
                slurm.submit(
                        new SlurmOrder(
                                NAME,
                                List.of("--hold", "--output=/dev/null", "--chdir=/"),
                                "#!/bin/sh\n",
                                Map.of("PATH", "/usr/bin:/bin"),
                                Optional.of("1-" + OF_AN_ARRAY)),
                        Files.createTempFile("environment", ""));
    }

    private static void print(SlurmCommands slurm) throws IOException {
        List<Double> times = new ArrayList<>();
        int jobs = 0;
        for (int i = 0; i < RUNS; i++) {
            long begin = System.nanoTime();
            jobs = slurm.list().size();
            times.add((System.nanoTime() - begin) / 1e6);
        }
        Collections.sort(times);
        System.out.printf(
                Locale.ROOT,
                "squeue, %d jobs, its answer read: p50 %.0f ms%n",
                jobs,
                times.get(RUNS / 2));
    }

    private static void parse() {
        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            answer.append(100_000 + i)
                    .append("|PENDING|Resources|main||")
                    .append(NAME)
                    .append('\n');
        }
        String text = answer.toString();
        double best = Double.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long begin = System.nanoTime();
            int rows = SlurmCommands.rows(text).size();
            best = Math.min(best, rows == 10_000 ? (System.nanoTime() - begin) / 1e6 : best);
        }
        System.out.printf(
                Locale.ROOT,
                "an answer of 10,000 jobs: %.2f MB, read in %.0f ms (the best of %d)%n",
                text.length() / 1e6,
                best,
                RUNS);
    }
}
