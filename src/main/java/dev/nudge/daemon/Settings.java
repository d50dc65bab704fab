package dev.nudge.daemon;

import java.time.Duration;
import java.util.Map;

/// What can be set, through environment variables.
///
/// @param idleExit how long the daemon stays without a client and without a running job,
///   `NUDGE_IDLE_EXIT` in seconds
public record Settings(Duration idleExit) {
    private static final Duration DEFAULT_IDLE_EXIT = Duration.ofMinutes(10);

    /// The tmux session that an agent must be in, unless `NUDGE_SESSION` names another.
    public static final String DEFAULT_SESSION = "gemini-cli";

    /// Reads the settings of the daemon.
    ///
    /// @throws IllegalArgumentException naming the variable, its value and what was expected
    public static Settings of(Map<String, String> environment) {
        String seconds = environment.getOrDefault("NUDGE_IDLE_EXIT", "");
        if (seconds.isEmpty()) {
            return new Settings(DEFAULT_IDLE_EXIT);
        }
        if (!seconds.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(
                    "NUDGE_IDLE_EXIT is \"" + seconds + "\"; expected whole seconds, 1 or more.");
        }
        return new Settings(Duration.ofSeconds(Long.parseLong(seconds)));
    }

    /// Returns the name of the session that this client's agent must be in.
    public static String session(Map<String, String> clientEnvironment) {
        String name = clientEnvironment.getOrDefault("NUDGE_SESSION", "");
        return name.isEmpty() ? DEFAULT_SESSION : name;
    }
}
