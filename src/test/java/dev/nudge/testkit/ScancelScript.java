package dev.nudge.testkit;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.slurm.SlurmEngine;
import dev.nudge.store.QueueStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A cluster whose `scancel` is a script, so that it can be reached, or not, at moments that cannot
/// be chosen in a real one.
///
/// @param outage the file that makes it fail while it is there
/// @param engines with that cluster alone
public record ScancelScript(Path outage, SlurmEngine slurm, Engines engines) {
    /// Writes the script.
    ///
    /// @param folder where it is written
    public static ScancelScript in(Path folder, JobsOnDisk disk) throws IOException {
        Path outage = folder.resolve("outage");
        NudgeUser.writeProgram(
                folder.resolve("scancel"),
                "[ ! -e %s ] || { echo 'Unable to contact slurm controller' >&2; exit 1; }"
                        .formatted(outage));
        EngineChoice choice =
                new EngineChoice(
                        SlurmEngine.NAME,
                        List.of(),
                        Optional.of(folder.toString()),
                        Optional.empty());
        SlurmEngine slurm =
                new SlurmEngine(
                        disk.state(), disk.store(), new QueueStore(disk.state()), _ -> choice);
        return new ScancelScript(outage, slurm, new Engines(slurm, List.of(slurm), _ -> choice));
    }
}
