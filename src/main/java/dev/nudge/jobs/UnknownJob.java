package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.text.EditDistance;
import dev.nudge.text.Printable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes the complaint about a job that does not exist.
public final class UnknownJob {
    private static final int NAMED_JOBS = 10;

    private UnknownJob() {}

    public static String forPerson(JobSelector wanted, List<Job> all) {
        return complaint(wanted, all, "\"nudge ps --all\"");
    }

    public static String forModel(JobSelector wanted, List<Job> all) {
        return complaint(wanted, all, "list_jobs");
    }

    private static String complaint(JobSelector wanted, List<Job> all, String list) {
        String what = what(wanted) + ".";
        if (all.isEmpty()) {
            return what + " There are no jobs yet.";
        }
        return what
                + nearest(wanted, all)
                        .map(Printable::line)
                        .map(" Did you mean \"%s\"?"::formatted)
                        .orElse("")
                + known(all, list);
    }

    private static String what(JobSelector wanted) {
        return switch (wanted) {
            case JobSelector.One(long number) -> "No job " + number;
            case JobSelector.Range _ -> "No job in " + wanted.word();
            case JobSelector.Last _ -> "No job has been started";
            case JobSelector.Label(String label) -> "No job has the label \"" + label + "\"";
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

    private static String known(List<Job> all, String list) {
        String known =
                all.reversed().stream()
                        .limit(NAMED_JOBS)
                        .map(UnknownJob::name)
                        .collect(Collectors.joining(", "));
        return " Known jobs: %s%s. List all with %s."
                .formatted(known, all.size() > NAMED_JOBS ? ", …" : "", list);
    }

    private static String name(Job job) {
        return job.number()
                + job.spec().label().map(Printable::line).map(" (%s)"::formatted).orElse("");
    }
}
