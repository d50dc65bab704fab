package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.app.Kill;
import dev.nudge.jobs.JobControl;
import dev.nudge.upkeep.Retention;
import dev.nudge.upkeep.Upkeep;

/// Serves people who look at jobs, start and end them, wait for them, or remove those that have
/// ended.
public record JobDesk(
        JobReports reports, JobStarter starter, Kill kill, JobWaits waits, Retention retention) {
    static JobDesk of(JobControl control, Agents agents, Upkeep upkeep) {
        JobReports reports = new JobReports(control, agents, upkeep);
        return new JobDesk(
                reports,
                new JobStarter(control, agents.presence(), reports),
                new Kill(control, "killed by the user"),
                new JobWaits(control.jobs(), control.ends()::of, reports::ended, upkeep.disk()),
                upkeep.retention());
    }
}
