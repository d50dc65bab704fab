package dev.nudge.console;

import dev.nudge.upkeep.Retention;
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
        List<String> launcher) {
    public Services {
        launcher = List.copyOf(launcher);
    }
}
