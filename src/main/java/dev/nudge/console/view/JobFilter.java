package dev.nudge.console.view;

import dev.nudge.console.ExitCodes;
import dev.nudge.job.record.JobRecord;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A filter for a list of jobs.
public final class JobFilter {
    private final Predicate<JobRecord> isWanted;

    private JobFilter(Predicate<JobRecord> isWanted) {
        this.isWanted = isWanted;
    }

    /// Makes a filter.
    ///
    /// @param state `running`, `ended`, `succeeded`, `failed` or `waits`; null for any
    /// @param label null for any
    /// @throws IllegalArgumentException with the choices, if the state is another
    public static JobFilter of(@Nullable String state, @Nullable String label) {
        Predicate<JobRecord> isState = state == null ? _ -> true : state(state);
        return new JobFilter(
                label == null ? isState : isState.and(job -> label.equals(job.label())));
    }

    private static Predicate<JobRecord> state(String state) {
        return switch (state) {
            case "running" -> job -> job.endedAt() == null;
            case "ended" -> job -> job.endedAt() != null;
            case "succeeded" -> job -> job.endedAt() != null && !isFailed(job);
            case "failed" -> JobFilter::isFailed;
            case "waits" -> JobRecord::waits;
            default ->
                    throw new IllegalArgumentException(
                            "--state is \"%s\"; expected running, ended, succeeded, failed or waits"
                                    .formatted(state));
        };
    }

    /// Returns whether the job has ended other than with exit code 0.
    public static boolean isFailed(JobRecord job) {
        return job.endedAt() != null && ExitCodes.of(job) != ExitCodes.OK;
    }

    public boolean passes(JobRecord job) {
        return isWanted.test(job);
    }
}
