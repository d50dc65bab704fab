package dev.nudge.engine.slurm;

import java.util.List;
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
        if (OWN.contains(name)) {
            throw new IllegalArgumentException(
                    "--option is \"%s\", but nudge itself decides about --%s"
                            .formatted(option, name));
        }
    }
}
