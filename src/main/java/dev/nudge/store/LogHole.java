package dev.nudge.store;

/// The part of a job's output log that was given back to the file system: its bytes read as zeros.
///
/// @param from offset of its first byte
/// @param to offset behind its last byte; equal to `from` if there is no hole
public record LogHole(long from, long to) {
    /// No hole at all.
    public static final LogHole NONE = new LogHole(0, 0);

    /// Counts its bytes between two offsets.
    public long within(long first, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(first, from));
    }
}
