package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import java.time.Duration;
import java.util.Collection;

/// What some processes use.
///
/// @param cpuTime how long they, and the children that they have waited for, have run so far; the
///   difference between two looks at the same processes is what counts
/// @param memoryBytes their resident memory; memory that several share counts for each
public record ProcessLoad(Duration cpuTime, long memoryBytes, int processes) {
    /// Adds up what processes use. Reads two files for each.
    public static ProcessLoad of(ProcessTable table, Collection<ProcessId> processes) {
        long ticks = 0;
        long memory = 0;
        for (ProcessId process : processes) {
            ticks += table.stat(process.pid()).map(Stat::ticks).orElse(0L);
            memory +=
                    table.read(process.pid(), "status")
                            .flatMap(status -> ProcessTable.field(status, "VmRSS"))
                            .map(size -> Long.parseLong(size.replaceAll("\\D", "")) << 10)
                            .orElse(0L);
        }
        return new ProcessLoad(Duration.ofMillis(10 * ticks), memory, processes.size());
    }
}
