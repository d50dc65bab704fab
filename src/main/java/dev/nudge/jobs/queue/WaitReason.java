package dev.nudge.jobs.queue;

import dev.nudge.text.CallerZone;
import dev.nudge.text.ClockTime;
import java.time.Instant;
import java.util.Optional;

/// Why a job waits: `after job 17`, `until 17:30:00`.
///
/// @param what it waits for, in words for a person, which the time follows
/// @param time in the zone of those who read it; empty if it is not about one
public record WaitReason(String what, Optional<Instant> time) {
    /// Returns one that is not about a time.
    public static WaitReason of(String what) {
        return new WaitReason(what, Optional.empty());
    }

    static WaitReason at(String what, Instant time) {
        return new WaitReason(what, Optional.of(time));
    }

    /// Returns that a job has nothing to do until this time.
    public static WaitReason until(Instant time) {
        return at("until", time);
    }

    /// Returns it for a person in this time zone.
    public String words(CallerZone zone) {
        return what + time.map(t -> " " + ClockTime.of(t, zone)).orElse("");
    }

    /// Returns it as [#plain].
    @Override
    public String toString() {
        return plain();
    }

    /// Returns it for programs, with the time as all times in JSON.
    public String plain() {
        return what + time.map(t -> " " + ClockTime.utc(t)).orElse("");
    }
}
