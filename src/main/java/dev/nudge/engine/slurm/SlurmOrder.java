package dev.nudge.engine.slurm;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A job for Slurm.
///
/// @param name its name, without control characters
/// @param options more options of sbatch, such as `--partition=gpu`
/// @param script the batch script, whose first line is `#!/bin/sh`
/// @param environment the environment of the script, the whole of it, but for what Slurm adds
///   (`SLURM_…`, `HOSTNAME`, `ENVIRONMENT`, `TMPDIR`)
/// @param array the indices of its elements, as for `--array`; empty for a single job
public record SlurmOrder(
        String name,
        List<String> options,
        String script,
        Map<String, String> environment,
        Optional<String> array) {
    public SlurmOrder {
        if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "the name of a Slurm job is empty or holds a control character: " + name);
        }
        options = List.copyOf(options);
        environment = Map.copyOf(environment);
    }
}
