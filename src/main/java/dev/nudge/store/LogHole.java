package dev.nudge.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The part of a job's output log that was given back to the file system: its bytes read as zeros.
///
/// @param from offset of its first byte
/// @param to offset behind its last byte; equal to `from` if there is no hole
public record LogHole(long from, long to) {
    /// No hole at all.
    public static final LogHole NONE = new LogHole(0, 0);

    /// Whether it can be in a log: in one that was emptied since, and does not reach as far, it is
    /// not. In one whose length cannot be read it can.
    public boolean isIn(Path log) {
        try {
            return to <= Files.size(log);
        } catch (IOException e) {
            return true;
        }
    }

    /// Counts its bytes between two offsets.
    public long within(long first, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(first, from));
    }
}
