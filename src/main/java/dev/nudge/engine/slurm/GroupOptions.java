package dev.nudge.engine.slurm;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The options of sbatch(1) that a group may have.
final class GroupOptions {
    private static final Pattern OPTION = Pattern.compile("[a-z][a-z-]*(=[^\\p{Cntrl}]+)?");

    /// Those on which nudge itself depends.
    private static final Set<String> OWN =
            Set.of(
                    "array",
                    "clusters",
                    "chdir",
                    "dependency",
                    "error",
                    "export",
                    "export-file",
                    "get-user-env",
                    "help",
                    "input",
                    "job-name",
                    "kill-on-invalid-dep",
                    "no-requeue",
                    "open-mode",
                    "output",
                    "parsable",
                    "quiet",
                    "test-only",
                    "usage",
                    "version",
                    "wait",
                    "wrap");

    /// Those that nudge looks for in what a group has.
    private static final Set<String> HEEDED = Set.of("requeue", "time");

    private GroupOptions() {}

    /// @throws IllegalArgumentException if one of them cannot be passed on; the message says why
    static void check(List<String> options) {
        options.forEach(GroupOptions::check);
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
}
