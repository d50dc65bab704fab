package dev.nudge.daemon;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// What can be set, through environment variables.
///
/// @param idleExit how long the daemon stays without a client and without a running job,
///   `NUDGE_IDLE_EXIT` in seconds
/// @param maxLog most bytes of a job's output that are kept, `NUDGE_MAX_LOG`, 4 MiB or more
/// @param keepDays days for which an ended job is kept, `NUDGE_KEEP_DAYS`
/// @param keepJobs ended jobs that are kept at most, `NUDGE_KEEP_JOBS`
public record Settings(Duration idleExit, long maxLog, int keepDays, int keepJobs) {
    private static final Duration DEFAULT_IDLE_EXIT = Duration.ofMinutes(10);
    private static final long DEFAULT_MAX_LOG = 1L << 30;
    private static final long LEAST_MAX_LOG = 4L << 20;
    private static final int DEFAULT_KEEP_DAYS = 30;
    private static final int DEFAULT_KEEP_JOBS = 1000;

    /// The tmux session that an agent must be in, unless `NUDGE_SESSION` names another.
    public static final String DEFAULT_SESSION = "gemini-cli";

    /// Reads the settings of the daemon.
    ///
    /// @throws IllegalArgumentException naming the variable, its value and what was expected
    public static Settings of(Map<String, String> environment) {
        return new Settings(
                Duration.ofSeconds(
                        number(
                                environment,
                                "NUDGE_IDLE_EXIT",
                                (int) DEFAULT_IDLE_EXIT.toSeconds(),
                                "whole seconds")),
                maxLog(environment.getOrDefault("NUDGE_MAX_LOG", "")),
                number(environment, "NUDGE_KEEP_DAYS", DEFAULT_KEEP_DAYS, "whole days"),
                number(environment, "NUDGE_KEEP_JOBS", DEFAULT_KEEP_JOBS, "a number of jobs"));
    }

    private static int number(
            Map<String, String> environment, String name, int otherwise, String kind) {
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            return otherwise;
        }
        if (!value.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(
                    name + " is \"" + value + "\"; expected " + kind + ", 1 or more.");
        }
        return Integer.parseInt(value);
    }

    private static long maxLog(String value) {
        if (value.isEmpty()) {
            return DEFAULT_MAX_LOG;
        }
        String size = value.toUpperCase(Locale.ROOT);
        long bytes =
                size.matches("[1-9]\\d{0,14}[KMG]?")
                        ? Long.parseLong(size.replaceAll("[KMG]", "")) * unit(size)
                        : 0;
        if (bytes < LEAST_MAX_LOG) {
            throw new IllegalArgumentException(
                    "NUDGE_MAX_LOG is \""
                            + value
                            + "\"; expected bytes, or a number with K, M or G, 4M or more.");
        }
        return bytes;
    }

    private static long unit(String size) {
        return switch (size.charAt(size.length() - 1)) {
            case 'K' -> 1L << 10;
            case 'M' -> 1L << 20;
            case 'G' -> 1L << 30;
            default -> 1;
        };
    }

    /// Returns the name of the session that this client's agent must be in.
    public static String session(Map<String, String> clientEnvironment) {
        String name = clientEnvironment.getOrDefault("NUDGE_SESSION", "");
        return name.isEmpty() ? DEFAULT_SESSION : name;
    }
}
