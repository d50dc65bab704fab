package dev.nudge.store;

import dev.nudge.process.ProcessId;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/// The record that the processes of a job are asked to end, written just before they are: so that
/// each gets the signals once, whatever becomes of the daemon, and its grace period is counted from
/// then.
///
/// @param start which start of the command that is, by a name that no other start has
/// @param at when that was
/// @param processes that get SIGTERM; none in a cluster, which finds them itself
/// @param isHungUp whether they have got SIGHUP too
public record EndRequest(String start, Instant at, Set<ProcessId> processes, boolean isHungUp) {
    public EndRequest {
        processes = Set.copyOf(processes);
    }

    /// Returns the same once SIGHUP is sent too.
    public EndRequest hungUp() {
        return new EndRequest(start, at, processes, true);
    }

    /// Returns how much of a span of time from the request is left; none if it is over, all of it
    /// if the clock has been set back since.
    public Duration left(Duration span) {
        Duration passed = Duration.between(at, Instant.now());
        if (passed.isNegative()) {
            return span;
        }
        return passed.compareTo(span) < 0 ? span.minus(passed) : Duration.ZERO;
    }
}
