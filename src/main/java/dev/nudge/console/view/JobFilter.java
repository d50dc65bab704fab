package dev.nudge.console.view;

import dev.nudge.job.Job;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A filter for a list of jobs.
public final class JobFilter {
    private final Predicate<Job> isWanted;

    private JobFilter(Predicate<Job> isWanted) {
        this.isWanted = isWanted;
    }

    /// Makes a filter.
    ///
    /// @param state `running`, `ended`, `succeeded`, `failed` or `waits`; null for any
    /// @param label null for any
    /// @throws IllegalArgumentException with the choices, if the state is another
    public static JobFilter of(@Nullable String state, @Nullable String label) {
        Predicate<Job> isState = state == null ? _ -> true : state(state);
        return new JobFilter(
                label == null
                        ? isState
                        : isState.and(job -> job.spec().label().filter(label::equals).isPresent()));
    }

    private static Predicate<Job> state(String state) {
        return switch (state) {
            case "running" -> job -> !job.isEnded();
            case "ended" -> Job::isEnded;
            case "succeeded" -> Job::hasSucceeded;
            case "failed" -> Job::hasFailed;
            case "waits" -> job -> job.question().isPresent();
            default ->
                    throw new IllegalArgumentException(
                            "--state is \"%s\"; expected running, ended, succeeded, failed or waits"
                                    .formatted(state));
        };
    }

    public boolean passes(Job job) {
        return isWanted.test(job);
    }
}
