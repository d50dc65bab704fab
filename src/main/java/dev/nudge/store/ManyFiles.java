package dev.nudge.store;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// Makes many files durable that were written without.
final class ManyFiles {
    private static final Logger LOG = System.getLogger(ManyFiles.class.getName());

    /// From so many directories on, it costs less to write all that the file system holds.
    private static final int MANY = 16;

    /// How long that may take: others may be writing gigabytes to the same disk.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private ManyFiles() {}

    /// Blocks until the disk has all of them: by one step of their file system (syncfs(2)), which
    /// takes some 30 ms for 1,000 jobs, or one by one, if there are few, or if that fails or takes
    /// too long, which takes 60 times as much.
    ///
    /// @param above a directory of their file system
    /// @param folders what they hold is made durable, and their names in it
    static void sync(Path above, List<Path> folders) throws IOException {
        if (folders.size() >= MANY && hasSynced(above)) {
            return;
        }
        AtOnce.forEach(folders, ManyFiles::syncFolder);
    }

    private static void syncFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                AtomicFile.sync(file);
            }
        }
        AtomicFile.sync(folder);
    }

    private static boolean hasSynced(Path folder) throws IOException {
        try {
            return new ShortProgram(PATIENCE, "sync", "-f", folder.toString())
                    .failure("")
                    .map(reason -> {
                        LOG.log(Level.DEBUG, "sync -f {0}: {1}", folder, reason);
                        return false;
                    })
                    .orElse(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the disk was being written", e);
        }
    }
}
