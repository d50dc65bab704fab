package dev.nudge.store;

/// The part of a job's output log that was given back to the file system: its bytes read as zeros.
///
/// @param from offset of its first byte
/// @param to offset behind its last byte
public record LogHole(long from, long to) {}
