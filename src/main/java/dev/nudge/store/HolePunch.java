package dev.nudge.store;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// Gives blocks in the middle of a file back to the file system, using fallocate(1) of util-linux.
/// The file keeps its length, so offsets stay valid and a writer notices nothing.
public final class HolePunch {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private HolePunch() {}

    /// Punches the hole. Blocks for some milliseconds.
    ///
    /// @throws IOException if the file system cannot do it, or fallocate is missing
    public static void punch(Path file, LogHole hole) throws IOException {
        ShortProgram fallocate =
                new ShortProgram(
                        LIMIT,
                        "fallocate",
                        "--punch-hole",
                        "--offset",
                        Long.toString(hole.from()),
                        "--length",
                        Long.toString(hole.to() - hole.from()),
                        file.toString());
        ShortProgram.Result result = fallocate.run("");
        if (!result.isSuccess()) {
            throw new IOException(result.said());
        }
    }
}
