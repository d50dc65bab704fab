package dev.nudge.console.view;

import dev.nudge.job.Condition;
import dev.nudge.job.Condition.Kind;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A filter for a list of jobs.
public final class JobFilter {
    private static final String ENDED = "ended";

    private final Predicate<Job> isWanted;

    private JobFilter(Predicate<Job> isWanted) {
        this.isWanted = isWanted;
    }

    /// Makes a filter.
    ///
    /// @param state a [Condition], `timed-out`, or `ended`; null for any. As the kinds of a status
    ///   line, `running` has those that ask, start and stop, `queued` all that wait, and `failed`
    ///   all that ended otherwise than with exit code 0
    /// @param label null for any
    /// @param group null for any
    /// @throws IllegalArgumentException with the choices, if the state is another
    public static JobFilter of(
            @Nullable String state, @Nullable String label, @Nullable String group) {
        Predicate<Job> isState = state == null ? _ -> true : state(state);
        Predicate<Job> isLabelled =
                label == null ? _ -> true : job -> new JobSelector.Label(label).selects(job, 0);
        Predicate<Job> isMember =
                group == null ? _ -> true : job -> job.spec().queueing().group().equals(group);
        return new JobFilter(isState.and(isLabelled).and(isMember));
    }

    private static Predicate<Job> state(String state) {
        return switch (state) {
            case "running" -> kind(Kind.RUNNING).or(kind(Kind.ASKS));
            case "queued" -> kind(Kind.QUEUED);
            case "failed" -> kind(Kind.FAILED);
            case ENDED -> Job::isEnded;
            default -> {
                Condition wanted = condition(state);
                yield job -> job.condition() == wanted;
            }
        };
    }

    private static Predicate<Job> kind(Kind kind) {
        return job -> job.condition().kind() == kind;
    }

    private static Condition condition(String state) {
        return Arrays.stream(Condition.values())
                .filter(condition -> word(condition).equals(state))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "--state is \"%s\"; expected ended, %s"
                                        .formatted(state, String.join(", ", words()))));
    }

    /// Returns the words for states, without blanks: `timed-out`.
    private static List<String> words() {
        return Arrays.stream(Condition.values()).map(JobFilter::word).toList();
    }

    private static String word(Condition condition) {
        return condition.words().replace(' ', '-');
    }

    public boolean passes(Job job) {
        return isWanted.test(job);
    }

    /// What the completion offers for the state. Made by picocli.
    public static final class Choices implements Iterable<String> {
        /// Few jobs are ever found like that.
        private static final Set<Condition> LEFT_OUT =
                EnumSet.of(
                        Condition.SUBMITTED,
                        Condition.STARTING,
                        Condition.STOPPING,
                        Condition.CANCELLED);

        @Override
        public Iterator<String> iterator() {
            Stream<String> words =
                    Arrays.stream(Condition.values())
                            .filter(condition -> !LEFT_OUT.contains(condition))
                            .map(JobFilter::word);
            return Stream.concat(words, Stream.of(ENDED)).iterator();
        }
    }
}
