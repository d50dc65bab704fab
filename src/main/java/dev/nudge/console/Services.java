package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.app.Kill;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.console.JobWait.JobWaits;
import dev.nudge.jobs.JobControl;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.upkeep.Retention;
import dev.nudge.upkeep.Upkeep;
import java.util.List;

/// The parts of the daemon that commands use.
///
/// @param launcher the words that start nudge on this machine
public record Services(JobDesk jobs, AgentDesk agents, QueueDesk queue, List<String> launcher) {
    /// Serves people who look at jobs, start and end them, wait for them, or remove those that have
    /// ended.
    public record JobDesk(
            JobReports reports,
            JobStarter starter,
            Kill kill,
            JobWaits waits,
            Retention retention) {}

    public static Services of(
            JobControl control,
            Agents agents,
            JobOutbox outbox,
            WaitingCalls waiting,
            Upkeep upkeep,
            List<String> launcher) {
        JobReports reports = new JobReports(control, agents, upkeep);
        return new Services(
                new JobDesk(
                        reports,
                        new JobStarter(control, agents.presence(), reports),
                        new Kill(control, "killed by the user"),
                        new JobWaits(
                                control.jobs(),
                                control.jobs()::endOf,
                                reports::ended,
                                upkeep.disk()),
                        upkeep.retention()),
                new AgentDesk(agents, outbox, waiting),
                new QueueDesk(control),
                launcher);
    }
}
