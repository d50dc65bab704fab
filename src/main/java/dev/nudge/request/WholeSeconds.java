package dev.nudge.request;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Times that are asked for in whole seconds.
public final class WholeSeconds {
    /// The most: 31 years.
    public static final long MOST = 1_000_000_000;

    private WholeSeconds() {}

    /// Returns a time; empty if there is none.
    ///
    /// @param name of the argument, for the message
    /// @throws IllegalArgumentException if it is shorter than the least, or longer than the most
    public static Optional<Duration> of(String name, @Nullable Long seconds, long least) {
        if (seconds != null && (seconds < least || seconds > MOST)) {
            throw new IllegalArgumentException(
                    "%s is %d; expected %d to %d.".formatted(name, seconds, least, MOST));
        }
        return Optional.ofNullable(seconds).map(Duration::ofSeconds);
    }
}
