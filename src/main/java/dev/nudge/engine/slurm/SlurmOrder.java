package dev.nudge.engine.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What sbatch(1) is to submit.
///
/// @param name of the job
/// @param options each with its hyphens, and its value behind `=`
/// @param script the batch script
/// @param environment the whole environment of the script, without what Slurm adds
/// @param array the indexes of a job array, `1-50`; empty for a single job
record SlurmOrder(
        String name,
        List<String> options,
        String script,
        Map<String, String> environment,
        Optional<String> array) {
    SlurmOrder {
        options = List.copyOf(options);
        environment = Map.copyOf(environment);
    }
}
