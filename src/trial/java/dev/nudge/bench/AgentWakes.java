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

/// From the end of a job to the request of the model that reports it, in an agent with an idle,
/// empty prompt.
final class AgentWakes {
    private static final int WAKES = 30;
    private static final double P50_MS = 250;

    /// Claude Code collects the lines of a monitor for 0.2 s.
    private static final double COLLECTED_P50_MS = 450;

    private AgentWakes() {}

    /// Measures and prints.
    ///
    /// @param name of an agent, as [AgentProgram#named] takes it
    /// @return whether the limit is met
    static boolean measure(String name) throws IOException {
        Figures wakes = wakes(name);
        wakes.print();
        System.out.println();
        double limit = name.endsWith("/monitor") ? COLLECTED_P50_MS : P50_MS;
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
