package dev.nudge.job.record;

import dev.nudge.job.Condition.Kind;
import dev.nudge.job.Job;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The number of jobs of each kind, also in the JSON of `nudge status --json`.
///
/// @param running and not asking, also while it is started or stopped
/// @param asks for somebody to type
/// @param succeeded with exit code 0
/// @param failed ended otherwise
/// @param queued waiting to be started, here or in a cluster, also if it is held
/// @param paused started, and stopped until they are resumed
public record JobCounts(int running, int asks, int succeeded, int failed, int queued, int paused) {
    /// Counts jobs that have not ended, and of the others those that are to be counted.
    public static JobCounts of(Collection<Job> jobs, Predicate<Job> isCounted) {
        Map<Kind, Integer> count = new EnumMap<>(Kind.class);
        jobs.stream()
                .filter(job -> !job.isEnded() || isCounted.test(job))
                .forEach(job -> count.merge(job.condition().kind(), 1, Integer::sum));
        return new JobCounts(
                count.getOrDefault(Kind.RUNNING, 0),
                count.getOrDefault(Kind.ASKS, 0),
                count.getOrDefault(Kind.SUCCEEDED, 0),
                count.getOrDefault(Kind.FAILED, 0),
                count.getOrDefault(Kind.QUEUED, 0),
                count.getOrDefault(Kind.PAUSED, 0));
    }

    public JobCounts ended() {
        return new JobCounts(0, 0, succeeded, failed, 0, 0);
    }

    /// Returns a text for a status line, `2▶ 1‖ 3… 1? 1✓ 1✗ disk full`, without what is zero.
    public String line(boolean isDiskFull) {
        return Stream.of(
                        part(running, Kind.RUNNING),
                        part(paused, Kind.PAUSED),
                        part(queued, Kind.QUEUED),
                        part(asks, Kind.ASKS),
                        part(succeeded, Kind.SUCCEEDED),
                        part(failed, Kind.FAILED),
                        isDiskFull ? "disk full" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String part(int number, Kind kind) {
        return number == 0 ? "" : number + kind.sign();
    }
}
