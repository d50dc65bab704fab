package dev.nudge.engine.slurm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// What Slurm's daemon on the node has written into the file of the batch script. There are
/// clusters where nothing else says that a job was killed for its memory (`OverMemoryKill`).
final class StepLog {
    private static final int MOST_READ = 8192;

    private static final Pattern OUT_OF_MEMORY =
            Pattern.compile(
                    "slurmstepd[^\\n]*(?i:exceeded (job |step )?memory limit|oom[-_]kill event)");

    private StepLog() {}

    /// Returns whether its end says that the memory of the job was used up.
    static boolean isOutOfMemory(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - MOST_READ));
            byte[] end = new byte[(int) Math.min(MOST_READ, file.length())];
            int read = file.read(end);
            return read > 0
                    && OUT_OF_MEMORY
                            .matcher(new String(end, 0, read, StandardCharsets.ISO_8859_1))
                            .find();
        } catch (IOException e) {
            return false;
        }
    }
}
