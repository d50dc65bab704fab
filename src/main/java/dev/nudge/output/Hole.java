package dev.nudge.output;

/// The part of a log that was given back to the file system because the log was over its limit.
///
/// @param from offset of its first byte
/// @param to offset after its last byte; equal to `from` if there is no hole
public record Hole(long from, long to) {
    /// No hole at all.
    public static final Hole NONE = new Hole(0, 0);

    boolean startsAt(long offset) {
        return to > from && offset == from;
    }

    /// Returns the part of it that is not before this offset.
    Hole from(long offset) {
        return new Hole(Math.min(to, Math.max(from, offset)), to);
    }

    String words() {
        return "[… " + (to - from) + " bytes are missing: the log was over its bound …]";
    }
}
