package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.Engine.JobStart.Before;
import dev.nudge.job.ArrayIndices;
import dev.nudge.job.Bounds;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.StateDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The options of sbatch(1) for a job: those of its group, then, since the last counts, its own.
final class SubmitOptions {
    /// Slurm counts in minutes.
    private static final Duration STEP = Duration.ofMinutes(1);

    private static final Pattern OPTION = Pattern.compile("[a-z][a-z-]*(=[^\\p{Cntrl}]+)?");

    /// Those on which nudge itself depends.
    private static final Set<String> OWN =
            Set.of(
                    ("array clusters chdir dependency error export export-file get-user-env help"
                                    + " input job-name kill-on-invalid-dep no-requeue open-mode output"
                                    + " parsable quiet test-only usage version wait wrap")
                            .split(" "));

    /// Those that nudge looks for in what a group has.
    private static final Set<String> HEEDED = Set.of("requeue", "time");

    private SubmitOptions() {}

    /// Checks the options of a group; the message says why one of them cannot be passed on.
    static void check(List<String> options) {
        options.forEach(SubmitOptions::check);
    }

    private static void check(String option) {
        if (!OPTION.matcher(option).matches()) {
            throw new IllegalArgumentException(
                    "--option is \"%s\"; expected the name of a long option of sbatch, and its value: partition=gpu"
                            .formatted(option));
        }
        String name = option.replaceFirst("=.*", "");
        // A beginning of a name that no other option has is taken for the whole of it.
        Optional<String> own = beginningWith(name, OWN);
        if (own.isPresent()) {
            throw new IllegalArgumentException(
                    "--option is \"%s\", but nudge itself decides about --%s"
                            .formatted(option, own.get()));
        }
        Optional<String> heeded = beginningWith(name, HEEDED).filter(whole -> !whole.equals(name));
        if (heeded.isPresent()) {
            throw new IllegalArgumentException(
                    "--option is \"%s\", which is short for --%s; write the whole name"
                            .formatted(option, heeded.get()));
        }
    }

    private static Optional<String> beginningWith(String name, Set<String> names) {
        return names.stream().filter(whole -> whole.startsWith(name)).sorted().findFirst();
    }

    /// @param state by the name that the nodes know
    static List<String> of(JobStart start, StateDirectory state) {
        List<String> given = start.choice().options();
        List<String> options = new ArrayList<>();
        if (!has(given, "requeue")) {
            options.add("--no-requeue");
        }
        given.forEach(option -> options.add("--" + option));
        options.add("--chdir=/");
        options.add("--output=" + output(start, state));
        options.add("--open-mode=append");
        options.add("--kill-on-invalid-dep=yes");
        ofSpec(start.job().spec(), given, options);
        if (!start.before().isEmpty()) {
            options.add("--dependency=" + dependency(start.before()));
        }
        return options;
    }

    /// Returns where the batch script's output goes: of an array, with one name for all, nowhere.
    private static Path output(JobStart start, StateDirectory state) {
        return start.job().spec().queueing().task().isPresent()
                ? Path.of("/dev/null")
                : output(state.job(start.directory().number()));
    }

    static Path output(JobDirectory job) {
        return job.path().resolve("slurm.log");
    }

    /// Returns the indices of an array, and how many run at once; empty for a job of its own.
    static Optional<String> array(List<JobStart> starts) {
        List<ArrayTask> tasks =
                starts.stream()
                        .flatMap(start -> start.job().spec().queueing().task().stream())
                        .toList();
        if (tasks.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> indices = tasks.stream().map(ArrayTask::index).sorted().toList();
        String most = tasks.getFirst().parallel().map(number -> "%" + number).orElse("");
        return Optional.of(ArrayIndices.words(indices) + most);
    }

    static boolean has(List<String> options, String name) {
        return options.stream().anyMatch(o -> o.equals(name) || o.startsWith(name + "="));
    }

    private static void ofSpec(JobSpec spec, List<String> given, List<String> options) {
        Bounds bounds = spec.limits().bounds();
        bounds.memory().ifPresent(bytes -> options.add("--mem=" + (bytes >> 10) + "K"));
        bounds.cpus().ifPresent(cpus -> options.add("--cpus-per-task=" + (long) Math.ceil(cpus)));
        if (!has(given, "time")) {
            spec.limits().timeout().ifPresent(time -> options.add("--time=" + minutes(time)));
        }
        if (spec.queueing().priority() != 0) {
            // Slurm's niceness: what is higher waits longer. Below 0 needs a privilege.
            options.add("--nice=" + -spec.queueing().priority());
        }
    }

    private static long minutes(Duration time) {
        return time.plus(STEP).minusNanos(1).dividedBy(STEP);
    }

    private static String dependency(List<Before> before) {
        return before.stream()
                .map(job -> (job.mustSucceed() ? "afterok:" : "afterany:") + job.id())
                .collect(Collectors.joining(","));
    }
}
