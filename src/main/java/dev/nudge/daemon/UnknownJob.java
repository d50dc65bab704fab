package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.text.EditDistance;
import dev.nudge.text.Printable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What to say of a job that is not there.
final class UnknownJob {
    private static final int NAMED_JOBS = 10;

    private UnknownJob() {}

    /// Returns the complaint, with the jobs that there are.
    static String complaint(JobSelector wanted, List<Job> all) {
        String what = what(wanted) + ".";
        if (all.isEmpty()) {
            return what + " There are no jobs yet.";
        }
        return what
                + nearest(wanted, all)
                        .map(Printable::line)
                        .map(" Did you mean \"%s\"?"::formatted)
                        .orElse("")
                + known(all);
    }

    private static String what(JobSelector wanted) {
        return switch (wanted) {
            case JobSelector.One(long number) -> "No job " + number;
            case JobSelector.Range _ -> "No job in " + wanted.word();
            case JobSelector.Last _ -> "No job was started last";
            case JobSelector.Label(String label) -> "No job is labelled \"" + label + "\"";
        };
    }

    private static Optional<String> nearest(JobSelector wanted, List<Job> all) {
        return wanted instanceof JobSelector.Label(String label)
                ? all.stream()
                        .flatMap(j -> j.spec().label().stream())
                        .distinct()
                        .filter(l -> EditDistance.of(label, l) <= Math.max(2, label.length() / 3))
                        .min(Comparator.comparingInt(l -> EditDistance.of(label, l)))
                : Optional.empty();
    }

    private static String known(List<Job> all) {
        String numbers =
                all.reversed().stream()
                        .limit(NAMED_JOBS)
                        .map(j -> Long.toString(j.number()))
                        .collect(Collectors.joining(", "));
        return " Known jobs: %s%s. List all with \"nudge ps --all\"."
                .formatted(numbers, all.size() > NAMED_JOBS ? ", …" : "");
    }
}
