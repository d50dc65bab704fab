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
    /// @param state `running`, `paused`, `queued`, `ended`, `succeeded`, `failed` or `waits`; null
    ///   for any
    /// @param label null for any
    /// @param group null for any
    /// @throws IllegalArgumentException with the choices, if the state is another
    public static JobFilter of(
            @Nullable String state, @Nullable String label, @Nullable String group) {
        Predicate<Job> isState = state == null ? _ -> true : state(state);
        Predicate<Job> isLabelled =
                label == null
                        ? _ -> true
                        : job -> job.spec().label().filter(label::equals).isPresent();
        Predicate<Job> isMember =
                group == null ? _ -> true : job -> job.spec().queueing().group().equals(group);
        return new JobFilter(isState.and(isLabelled).and(isMember));
    }

    private static Predicate<Job> state(String state) {
        return switch (state) {
            case "running" -> job -> !job.isEnded() && !job.state().isWaiting() && !job.isPaused();
            case "paused" -> Job::isPaused;
            case "queued" -> job -> job.state().isWaiting();
            case "ended" -> Job::isEnded;
            case "succeeded" -> Job::hasSucceeded;
            case "failed" -> Job::hasFailed;
            case "waits" -> Job::isAsking;
            default ->
                    throw new IllegalArgumentException(
                            "--state is \"%s\"; expected running, paused, queued, ended, succeeded, failed or waits"
                                    .formatted(state));
        };
    }

    public boolean passes(Job job) {
        return isWanted.test(job);
    }
}
