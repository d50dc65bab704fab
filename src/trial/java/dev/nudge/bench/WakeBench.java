package dev.nudge.bench;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgedGemini;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// From the end of a job to the model's request that tells of it, in the real Gemini CLI with an
/// idle, empty prompt; the latency of a tool call; start and memory of `nudge mcp` beside a Node
/// process that only prints a line.
public final class WakeBench {
    private static final int WAKES = 30;
    private static final double WAKE_P50_MS = 150;
    private static final double WAKE_P95_MS = 300;
    private static final double CALL_P50_MS = 15;
    private static final double INITIALIZE_P50_MS = 150;

    private WakeBench() {}

    /// Runs the benchmark; exits with 1 if a limit is not met.
    ///
    /// @param args `--agent` and the name of another agent than Gemini CLI, or of one with a way of
    ///   its own (`codex/queue`), of which only the wake is measured; or none
    public static void main(String[] args) throws Exception {
        if (args.length == 2 && args[0].equals("--agent")) {
            System.exit(AgentWakes.measure(args[1]) ? 0 : 1);
        }
        Figures calls = CallBench.calls();
        calls.print();
        PumpBench pump = PumpBench.measure();
        pump.print();
        Figures wakes = wakes();
        wakes.print();
        System.out.println();
        boolean isMet = Figures.judge("wake, p50", wakes.p50(), WAKE_P50_MS, "ms");
        isMet &= Figures.judge("wake, p95", wakes.p95(), WAKE_P95_MS, "ms");
        isMet &= Figures.judge("tool call, p50", calls.p50(), CALL_P50_MS, "ms");
        isMet &= Figures.judge("initialize, p50", pump.initialize().p50(), INITIALIZE_P50_MS, "ms");
        pump.compare();
        System.exit(isMet ? 0 : 1);
    }

    private static Figures wakes() {
        List<Double> values = new ArrayList<>();
        try (NudgedGemini world = NudgedGemini.start()) {
            for (int i = 1; i <= WAKES; i++) {
                var gate = world.gate("wake" + i);
                world.ask(world.untilReleased(gate, "echo result " + i));
                NudgedGemini.open(gate);
                ModelRequest told = world.awaitTold("[nudge: job " + i + ",");
                world.awaitDelivered(i);
                Instant end = Instant.parse(world.job(i).path("ended_at").stringValue(""));
                values.add(Duration.between(end, told.arrivedAt()).toNanos() / 1e6);
                world.agent().awaitTitle("Ready");
            }
        }
        return new Figures("job end to the model's request", "ms", values);
    }
}
