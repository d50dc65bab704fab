package dev.nudge.notify;

import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The jobs that `nudge ps` lists, counted.
///
/// @param running do not ask
/// @param asking run and wait for somebody to type
/// @param well have ended with exit code 0, and have not been reported yet
/// @param badly have ended otherwise, and have not been reported yet
record JobCount(long running, long asking, long well, long badly) {
    static JobCount of(Collection<Job> jobs) {
        long[] count = new long[4];
        for (Job job : jobs) {
            if (job.state() instanceof Ended end) {
                if (job.nudge().isOpen()) {
                    count[end.status().isSuccess() ? 2 : 3]++;
                }
            } else {
                count[job.question().isPresent() ? 1 : 0]++;
            }
        }
        return new JobCount(count[0], count[1], count[2], count[3]);
    }

    /// Returns the same without the jobs that have not ended.
    JobCount ended() {
        return new JobCount(0, 0, well, badly);
    }

    /// Returns a short text for a status line, `2▶ 1? 1✓ 1✗`; empty if there is nothing.
    @Override
    public String toString() {
        return Stream.of(part(running, "▶"), part(asking, "?"), part(well, "✓"), part(badly, "✗"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static String part(long number, String sign) {
        return number == 0 ? "" : number + sign;
    }
}
