package dev.nudge.console.view;

import dev.nudge.job.record.JobRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The number of jobs of each kind.
///
/// @param running and not waiting
/// @param waiting for somebody to type
/// @param succeeded with exit code 0
/// @param failed ended otherwise
public record JobCounts(int running, int waiting, int succeeded, int failed) {
    /// Counts jobs.
    ///
    /// @param since the time after which a job must have ended to be counted as succeeded or failed
    public static JobCounts of(List<JobRecord> jobs, Instant since) {
        int running = 0;
        int waiting = 0;
        int succeeded = 0;
        int failed = 0;
        for (JobRecord job : jobs) {
            Instant end = job.endedAt();
            if (end == null) {
                waiting += job.waits() ? 1 : 0;
                running += job.waits() ? 0 : 1;
            } else if (end.isAfter(since)) {
                boolean hasFailed = JobFilter.isFailed(job);
                failed += hasFailed ? 1 : 0;
                succeeded += hasFailed ? 0 : 1;
            }
        }
        return new JobCounts(running, waiting, succeeded, failed);
    }

    /// Returns `2▶ 1? 1✓ 1✗`, without what is zero.
    public String line() {
        List<String> parts = new ArrayList<>();
        add(parts, running, "▶");
        add(parts, waiting, "?");
        add(parts, succeeded, "✓");
        add(parts, failed, "✗");
        return String.join(" ", parts);
    }

    private static void add(List<String> parts, int count, String sign) {
        if (count > 0) {
            parts.add(count + sign);
        }
    }
}
