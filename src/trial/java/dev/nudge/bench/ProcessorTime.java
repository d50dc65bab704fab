package dev.nudge.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The processor time that a process has used, in seconds: fields 14 to 17 of proc(5).
///
/// @param own user and system time of the process itself
/// @param children the same of the programs that it has run and that have ended
public record ProcessorTime(double own, double children) {
    private static final double TICKS_PER_SECOND = 100;

    /// Reads what a process has used so far.
    public static ProcessorTime of(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.UTF_8);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcessorTime(
                (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND,
                (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND);
    }

    /// Returns both together.
    public double all() {
        return own + children;
    }

    ProcessorTime since(ProcessorTime earlier) {
        return new ProcessorTime(own - earlier.own, children - earlier.children);
    }
}
