package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// From the end of a job to the model's request that tells of it, in the real Gemini CLI with an
/// idle, empty prompt; the latency of a tool call; start and memory of `nudge mcp` beside a Node
/// process that only prints a line.
public final class WakeBench {
    private static final int WAKES = 30;
    private static final double AGENT_P50_MS = 250;

    /// Claude Code collects the lines of a monitor for 0.2 s.
    private static final double COLLECTED_P50_MS = 450;

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
            System.exit(agentWakes(args[1]) ? 0 : 1);
        }
        Figures calls = CallBench.calls();
        calls.print();
        PumpBench pump = PumpBench.measure();
        pump.print();
        Figures wakes = wakes("gemini-cli");
        wakes.print();
        System.out.println();
        boolean isMet = Figures.judge("wake, p50", wakes.p50(), WAKE_P50_MS, "ms");
        isMet &= Figures.judge("wake, p95", wakes.p95(), WAKE_P95_MS, "ms");
        isMet &= Figures.judge("tool call, p50", calls.p50(), CALL_P50_MS, "ms");
        isMet &= Figures.judge("initialize, p50", pump.initialize().p50(), INITIALIZE_P50_MS, "ms");
        pump.compare();
        System.exit(isMet ? 0 : 1);
    }

    /// Measures and prints.
    ///
    /// @param name of an agent, as [AgentProgram#named] takes it
    /// @return whether the limit is met
    private static boolean agentWakes(String name) throws IOException {
        Figures wakes = wakes(name);
        wakes.print();
        System.out.println();
        double limit = name.endsWith("/monitor") ? COLLECTED_P50_MS : AGENT_P50_MS;
        return Figures.judge("wake, p50", wakes.p50(), limit, "ms");
    }

    private static Figures wakes(String name) throws IOException {
        AgentProgram program = AgentProgram.named(name);
        List<Double> values = new ArrayList<>();
        try (RealAgent agent = RealAgent.started(program)) {
            for (int i = 1; i <= WAKES; i++) {
                Path gate = agent.gate("wake" + i);
                String _ = agent.ask("task number " + i + " please", RealAgent.until(gate));
                agent.awaitIdle();
                Files.createFile(gate);
                Instant told = agent.awaitRequest(program.endOf(i)).arrivedAt();
                values.add(Duration.between(end(agent.user(), i), told).toNanos() / 1e6);
                agent.awaitIdle();
            }
        }
        return new Figures("job end to the request of " + name, "ms", values);
    }

    private static Instant end(NudgeUser user, int job) {
        return Instant.parse(user.awaitEnd(job).path("ended_at").stringValue(""));
    }
}
