package dev.nudge.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How busy the machine is at one moment, by proc(5).
///
/// @param availableMemory bytes that programs can still get without swapping
/// @param load processes that run or want to, on average over the last minute
public record MachineUse(long availableMemory, double load) {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

    /// Returns the present use. What is unknown counts as idle.
    public static MachineUse now() {
        return new MachineUse(availableBytes(), loadAverage());
    }

    private static long availableBytes() {
        try {
            Matcher found = AVAILABLE.matcher(Files.readString(Path.of("/proc/meminfo")));
            return found.find() ? Long.parseLong(found.group(1)) << 10 : Long.MAX_VALUE;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private static double loadAverage() {
        try {
            return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
