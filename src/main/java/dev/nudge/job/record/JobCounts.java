package dev.nudge.job.record;

import dev.nudge.job.Job;
import java.util.Collection;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The number of jobs of each kind, also in the JSON of `nudge status --json`.
///
/// @param running and not waiting for somebody to type
/// @param waiting for somebody to type
/// @param succeeded with exit code 0
/// @param failed ended otherwise
/// @param queued waiting to be started
/// @param paused started, and stopped until they are resumed
public record JobCounts(
        int running, int waiting, int succeeded, int failed, int queued, int paused) {
    /// Counts jobs.
    ///
    /// @param isCounted whether one that has ended counts
    public static JobCounts of(Collection<Job> jobs, Predicate<Job> isCounted) {
        int[] count = new int[6];
        for (Job job : jobs) {
            if (job.state().isWaiting()) {
                count[4]++;
            } else if (job.isPaused()) {
                count[5]++;
            } else if (!job.isEnded()) {
                count[job.isAsking() ? 1 : 0]++;
            } else if (isCounted.test(job)) {
                count[job.hasSucceeded() ? 2 : 3]++;
            }
        }
        return new JobCounts(count[0], count[1], count[2], count[3], count[4], count[5]);
    }

    /// Returns the same without the jobs that have not ended.
    public JobCounts ended() {
        return new JobCounts(0, 0, succeeded, failed, 0, 0);
    }

    /// Returns a short text for a status line, `2▶ 1‖ 3… 1? 1✓ 1✗`, without what is zero.
    ///
    /// @param isDiskFull whether no job can write, which is added
    public String line(boolean isDiskFull) {
        return Stream.of(
                        part(running, "▶"),
                        part(paused, "‖"),
                        part(queued, "…"),
                        part(waiting, "?"),
                        part(succeeded, "✓"),
                        part(failed, "✗"),
                        isDiskFull ? "disk full" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String part(int number, String sign) {
        return number == 0 ? "" : number + sign;
    }
}
