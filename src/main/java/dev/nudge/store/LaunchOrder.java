package dev.nudge.store;

import dev.nudge.process.Inherited;
import java.util.Map;

/// What the start of a job needs besides its record. Of a job that waits, it is kept in the job's
/// directory, mode 0600, until its command has been started, since it holds the environment.
///
/// @param inherited what the command has from the program that asked for it, or for its restart
/// @param environment the whole environment of the command
/// @param hasInput whether the job's directory holds its standard input
public record LaunchOrder(Inherited inherited, Map<String, String> environment, boolean hasInput) {
    public LaunchOrder {
        environment = Map.copyOf(environment);
    }
}
