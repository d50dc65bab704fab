package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.jobs.JobControl;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.upkeep.Upkeep;
import java.util.List;

/// The parts of the daemon that commands use.
///
/// @param launcher the words that start nudge on this machine
public record Services(JobDesk jobs, AgentDesk agents, QueueDesk queue, List<String> launcher) {
    public Services {
        launcher = List.copyOf(launcher);
    }

    /// Makes them from the daemon's own parts.
    public static Services of(
            JobControl control,
            Agents agents,
            JobOutbox outbox,
            WaitingCalls waiting,
            Upkeep upkeep,
            List<String> launcher) {
        return new Services(
                JobDesk.of(control, agents, upkeep),
                new AgentDesk(agents, outbox, waiting),
                new QueueDesk(control),
                launcher);
    }
}
