package dev.nudge.process;

/// Identifies one process forever: its pid together with its start time, so that a reused pid is
/// another process.
///
/// @param pid the process id, above 0
/// @param startTime clock ticks after boot at which it started (`/proc/<pid>/stat`, field 22)
public record ProcessId(long pid, long startTime) {}
