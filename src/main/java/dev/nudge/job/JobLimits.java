package dev.nudge.job;

import java.time.Duration;
import java.util.Optional;

/// The limits after which a job is stopped, if it has not ended by itself.
///
/// @param timeout maximum time since its start; whole seconds, 1 or more
/// @param silenceTimeout maximum time without output; whole seconds, 1 or more
public record JobLimits(
        LifeSpan lifeSpan, Optional<Duration> timeout, Optional<Duration> silenceTimeout) {
    /// No limits.
    public static final JobLimits NONE =
            new JobLimits(LifeSpan.OUTLIVE, Optional.empty(), Optional.empty());

    public JobLimits {
        requireSeconds("timeout", timeout);
        requireSeconds("silence timeout", silenceTimeout);
    }

    private static void requireSeconds(String name, Optional<Duration> limit) {
        limit.filter(l -> l.toSeconds() < 1)
                .ifPresent(l -> {
                    throw new IllegalArgumentException(
                            "the " + name + " is " + l.toMillis() + " ms; expected 1 s or more");
                });
    }

    /// Returns whether there is no limit to watch.
    public boolean isNone() {
        return equals(NONE);
    }
}
