package dev.nudge.bench;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgedGemini;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// From the end of a job to the model's request that tells of it, in the real Gemini CLI with an
/// idle, empty prompt, though all processes of nudge but the hosts of its jobs have been killed
/// while the job ran.
public final class KilledBench {
    private static final int ENDS = 12;
    private static final double LIMIT_MS = 3_000;

    private KilledBench() {}

    /// Runs the benchmark; exits with 1 if a limit is not met.
    ///
    /// @param args none
    public static void main(String[] args) {
        Figures told = told();
        told.print();
        System.out.println();
        boolean isMet = Figures.judge("told, p50", told.p50(), LIMIT_MS, "ms");
        isMet &= Figures.judge("told, the last", told.max(), LIMIT_MS, "ms");
        System.exit(isMet ? 0 : 1);
    }

    /// Lets a job end, and waits until the agent is idle again.
    ///
    /// @return from its end to the model's request, in milliseconds
    static double told(NudgedGemini world, Path gate, long job) {
        NudgedGemini.open(gate);
        ModelRequest told = world.awaitTold("[nudge: job " + job + ",");
        world.awaitDelivered(job);
        Instant end = Instant.parse(world.job(job).path("ended_at").stringValue(""));
        world.agent().awaitTitle("Ready");
        return Duration.between(end, told.arrivedAt()).toNanos() / 1e6;
    }

    private static Figures told() {
        List<Double> values = new ArrayList<>();
        try (NudgedGemini world = NudgedGemini.start()) {
            List<Path> gates = new ArrayList<>();
            for (int i = 1; i <= ENDS; i++) {
                Path gate = world.gate("end" + i);
                world.ask(world.untilReleased(gate, "echo result " + i));
                gates.add(gate);
            }
            world.user().kill(world.user().running("bin/nudge mcp"));
            for (int i = 1; i <= ENDS; i++) {
                world.user().kill(world.user().running("dev.nudge.cli.Main"));
                values.add(told(world, gates.get(i - 1), i));
            }
        }
        return new Figures("end of a job to the model's request", "ms", values);
    }
}
