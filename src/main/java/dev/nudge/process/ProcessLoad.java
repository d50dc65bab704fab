package dev.nudge.process;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/// What some processes use.
///
/// @param cpuTime how long they, and the children that they have waited for, have run so far; the
///   difference between two looks at the same processes is what counts
/// @param memoryBytes their resident memory; memory that several share counts for each
/// @param processes how many there are
public record ProcessLoad(Duration cpuTime, long memoryBytes, int processes) {
    /// The kernel reports times in hundredths of a second, whatever its own clock is (USER_HZ).
    private static final long MILLIS_PER_TICK = 10;

    private static final int USER_TIME = 11;
    private static final int CHILDREN_SYSTEM_TIME = 14;
    private static final String RESIDENT = "VmRSS:";

    /// Adds up what processes use. Reads two files for each.
    public static ProcessLoad of(ProcessTable table, Collection<ProcessId> processes) {
        long ticks = 0;
        long memory = 0;
        for (ProcessId process : processes) {
            ticks += table.read(process.pid(), "stat").map(ProcessLoad::ticks).orElse(0L);
            memory += table.read(process.pid(), "status").flatMap(ProcessLoad::resident).orElse(0L);
        }
        return new ProcessLoad(
                Duration.ofMillis(ticks * MILLIS_PER_TICK), memory, processes.size());
    }

    private static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        long ticks = 0;
        for (int i = USER_TIME; i <= CHILDREN_SYSTEM_TIME && i < fields.length; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks;
    }

    /// Returns the resident memory in bytes; empty for a zombie.
    private static Optional<Long> resident(String status) {
        return status.lines()
                .filter(line -> line.startsWith(RESIDENT))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst();
    }
}
