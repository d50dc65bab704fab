package dev.nudge.jobs.queue;

import dev.nudge.job.Job;
import dev.nudge.text.CallerZone;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What is to be done with the jobs that wait, at one moment.
///
/// @param skipped those that are to be skipped, by number
/// @param due those that are to be started now, in this order
/// @param waiting the others, in the order in which they would be started; only those that have
///   been decided on, if the plan is not for lists
/// @param nextLook when the next one may be due, if nothing else changes until then
public record QueuePlan(
        List<Skipped> skipped, List<Job> due, List<Waiting> waiting, Optional<Instant> nextLook) {
    public static final QueuePlan EMPTY =
            new QueuePlan(List.of(), List.of(), List.of(), Optional.empty());

    /// A job that is never to be started, for a reason such as `job 17 failed`.
    public record Skipped(Job job, String reason) {}

    /// A job that waits, at a place from 1 in its group; 0 if it is held.
    public record Waiting(Job job, int place, WaitReason reason) {
        public boolean isHeld() {
            return place == 0;
        }
    }

    /// Why a job waits: `after job 17`, or `until`, which a time follows.
    public record WaitReason(String what, Optional<Instant> time) {
        public static WaitReason of(String what) {
            return new WaitReason(what, Optional.empty());
        }

        static WaitReason at(String what, Instant time) {
            return new WaitReason(what, Optional.of(time));
        }

        public static WaitReason until(Instant time) {
            return at("until", time);
        }

        public String words(CallerZone zone) {
            return what + time.map(t -> " " + zone.time(t)).orElse("");
        }

        /// Returns it for programs, with the time as all times in JSON.
        @Override
        public String toString() {
            return what + time.map(t -> " " + t.truncatedTo(ChronoUnit.SECONDS)).orElse("");
        }
    }
}
