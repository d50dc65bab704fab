/// Hands jobs to a Slurm cluster, through its own programs. Start reading at
/// [dev.nudge.engine.slurm.SlurmEngine].
@NullMarked
package dev.nudge.engine.slurm;

import org.jspecify.annotations.NullMarked;
