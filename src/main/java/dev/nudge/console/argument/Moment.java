package dev.nudge.console.argument;

import java.time.Instant;
import java.time.ZoneId;

/// A time that may depend on the time zone of the person who gave it.
@FunctionalInterface
public interface Moment {
    /// Returns the time as a person in this zone means it.
    Instant in(ZoneId zone);
}
