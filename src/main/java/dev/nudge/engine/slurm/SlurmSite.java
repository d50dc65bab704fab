package dev.nudge.engine.slurm;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Where a cluster's programs are, and the file that leads them to it.
///
/// @param programs the directory of sbatch(1) and the others
/// @param conf the value of `SLURM_CONF`; empty for the usual file
record SlurmSite(Path programs, Optional<Path> conf) {
    /// Finds them as a person's shell would.
    ///
    /// @throws IllegalArgumentException if there is no Slurm; the message says what to do
    static SlurmSite found(Map<String, String> environment) {
        Path programs =
                Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .map(Path::of)
                        .filter(folder -> Files.isExecutable(folder.resolve("sbatch")))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "There is no sbatch in your PATH. Run this where you can submit jobs to Slurm."));
        return new SlurmSite(
                programs.toAbsolutePath(),
                Optional.ofNullable(environment.get("SLURM_CONF")).map(Path::of));
    }
}
