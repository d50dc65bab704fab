package dev.nudge.engine.slurm;

/// A job as Slurm lists it.
///
/// @param id `4711`, or `4711_3` in an array
/// @param name that it was submitted with
/// @param stateName Slurm's word, `PENDING`
/// @param reason why it waits, in Slurm's words: `Resources`; empty if there is none
/// @param nodes where it runs; empty before that
/// @param partition its partition
record SlurmJob(
        String id,
        String name,
        SlurmState state,
        String stateName,
        String reason,
        String nodes,
        String partition) {}
