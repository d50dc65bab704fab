package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.UnreachableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The Slurm of this machine.
///
/// @param programs the directory of `sbatch` and the others
/// @param conf the file that names the cluster (`SLURM_CONF`); empty for the one that the programs
///   know by themselves
public record SlurmSite(Path programs, Optional<Path> conf) {
    private static final String CONF = "SLURM_CONF";

    /// Finds Slurm by `PATH` and `SLURM_CONF`; if there is none, the message says what to do.
    public static SlurmSite found(Map<String, String> environment) throws UnreachableException {
        String path = environment.getOrDefault("PATH", "");
        Path programs =
                Stream.of(path.split(":"))
                        .filter(folder -> folder.startsWith("/"))
                        .map(Path::of)
                        .filter(folder -> Files.isExecutable(folder.resolve("sbatch")))
                        .findFirst()
                        .orElseThrow(() -> notFound(path));
        return new SlurmSite(
                programs,
                Optional.ofNullable(environment.get(CONF))
                        .filter(conf -> !conf.isEmpty())
                        .map(Path::of));
    }

    private static UnreachableException notFound(String path) {
        return new UnreachableException(
                "sbatch is not in PATH (%s); install the programs of Slurm (package slurm-client), or add their directory to PATH"
                        .formatted(path));
    }

    /// Returns the environment in which the programs run: this one without what changes how they
    /// work, and with messages in English.
    Map<String, String> environment(Map<String, String> own) {
        Map<String, String> kept = new HashMap<>(own);
        kept.keySet().removeIf(SlurmSite::isOfSlurm);
        kept.put("LC_ALL", "C.UTF-8");
        conf.ifPresent(file -> kept.put(CONF, file.toString()));
        return kept;
    }

    private static boolean isOfSlurm(String name) {
        return Stream.of("SBATCH_", "SLURM_", "SQUEUE_", "SCANCEL_", "SACCT_")
                .anyMatch(name::startsWith);
    }
}
