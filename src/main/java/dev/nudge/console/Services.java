package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.jobs.JobControl;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.upkeep.Retention;
import dev.nudge.upkeep.Upkeep;
import java.util.List;

/// The parts of the daemon that commands use.
///
/// @param launcher the words that start nudge on this machine
public record Services(
        JobReports reports,
        JobStarter starter,
        JobStopper stopper,
        Retention retention,
        JobWaits waits,
        AgentDesk agents,
        QueueDesk queue,
        List<String> launcher) {
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
        JobReports reports = new JobReports(control, agents, upkeep);
        return new Services(
                reports,
                new JobStarter(control, agents.presence(), reports),
                new JobStopper(control.jobs(), control.killer(), reports),
                upkeep.retention(),
                new JobWaits(control.jobs(), control.ends()::of, reports::ended, upkeep.disk()),
                new AgentDesk(agents, outbox, waiting),
                new QueueDesk(control),
                launcher);
    }
}
