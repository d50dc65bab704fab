package dev.nudge.job;

import java.time.Duration;
import java.util.Optional;

/// The limits of a job: when it is stopped, if it has not ended by itself, and what it may use.
///
/// @param timeout maximum time since its start; whole seconds, 1 or more
/// @param silenceTimeout maximum time without output; whole seconds, 1 or more
/// @param bounds what it may use of the machine
public record JobLimits(
        LifeSpan lifeSpan,
        Optional<Duration> timeout,
        Optional<Duration> silenceTimeout,
        Bounds bounds) {
    /// Why a cluster stops a job that has run for too long.
    public static final String CLUSTER_TIME = "its time limit was reached";

    /// How long a job that is asked to stop usually may take to end by itself.
    public static final Duration GRACE = Duration.ofSeconds(5);

    public static final JobLimits NONE =
            new JobLimits(LifeSpan.OUTLIVE, Optional.empty(), Optional.empty());

    public JobLimits(
            LifeSpan lifeSpan, Optional<Duration> timeout, Optional<Duration> silenceTimeout) {
        this(lifeSpan, timeout, silenceTimeout, Bounds.NONE);
    }

    public JobLimits {
        requireSeconds("timeout", timeout);
        requireSeconds("silence timeout", silenceTimeout);
    }

    private static void requireSeconds(String name, Optional<Duration> limit) {
        if (limit.filter(l -> l.toSeconds() < 1).isPresent()) {
            throw new IllegalArgumentException(
                    "the %s is %d ms; expected 1 s or more"
                            .formatted(name, limit.get().toMillis()));
        }
    }

    /// Returns why a job is stopped that has run longer than its timeout; empty if it has none.
    public Optional<String> timeoutReason() {
        return timeout.map(limit -> "timeout of " + limit.toSeconds() + " s");
    }

    /// Returns why a job is stopped that has been silent for too long; empty without that limit.
    public Optional<String> silenceReason() {
        return silenceTimeout.map(limit -> "no output for " + limit.toSeconds() + " s");
    }

    /// Returns whether a job was stopped for this reason by a limit of time, also its cluster's.
    boolean isTimeLimit(String reason) {
        Optional<String> given = Optional.of(reason);
        return given.equals(timeoutReason())
                || given.equals(silenceReason())
                || reason.endsWith(CLUSTER_TIME);
    }

    /// Returns whether there is no limit to watch. The system itself sees to the bounds.
    public boolean isNone() {
        return with(Bounds.NONE).equals(NONE);
    }

    public JobLimits with(Bounds other) {
        return new JobLimits(lifeSpan, timeout, silenceTimeout, other);
    }

    /// The time for which a job may live.
    public enum LifeSpan {
        /// Until it ends by itself, no matter who started it.
        OUTLIVE,
        /// No longer than the agent that is to be notified of its end.
        WITH_AGENT;
    }
}
