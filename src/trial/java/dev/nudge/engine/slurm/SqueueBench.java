package dev.nudge.engine.slurm;

import dev.nudge.bench.Figures;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.testkit.SlurmCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
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
    public static void measure() throws Exception {
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

    private static void print(SlurmCommands slurm) throws Exception {
        String name = "squeue, %d jobs, its answer read".formatted(slurm.list().size());
        Figures.of(name, "ms", RUNS, () -> Figures.ms(slurm::list)).print();
    }

    private static void parse() throws Exception {
        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            answer.append(100_000 + i)
                    .append("|PENDING|Resources|main||")
                    .append(NAME)
                    .append('\n');
        }
        String text = answer.toString();
        String name = "an answer of %.2f MB is read".formatted(text.length() / 1e6);
        Figures.of(
                        name,
                        "ms",
                        RUNS,
                        () -> Figures.ms(() -> SlurmCommands.rows(text, 6).forEach(_ -> {})))
                .print();
    }
}
