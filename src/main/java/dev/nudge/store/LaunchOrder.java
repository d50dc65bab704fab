package dev.nudge.store;

import java.util.Map;

/// What the start of a job that waits needs besides its record. Kept in the job's directory, mode
/// 0600, until its command has been started, since it holds the environment.
///
/// @param umask octal digits
/// @param environment the whole environment of the command
/// @param hasInput whether the job's directory holds its standard input
public record LaunchOrder(String umask, Map<String, String> environment, boolean hasInput) {
    public LaunchOrder {
        environment = Map.copyOf(environment);
    }
}
