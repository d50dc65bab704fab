package dev.nudge.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How busy the machine is at one moment, by proc(5).
///
/// @param availableMemory bytes that programs can still get without swapping
/// @param load processes that run or want to, on average over the last minute
public record MachineUse(long availableMemory, double load) {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");
    private static final Pattern LOAD = Pattern.compile("^(\\d+(?:\\.\\d+)?) ");

    /// Returns the present use. What is unknown counts as idle.
    public static MachineUse now() {
        return new MachineUse(
                first("/proc/meminfo", AVAILABLE)
                        .map(kilobytes -> Long.parseLong(kilobytes) << 10)
                        .orElse(Long.MAX_VALUE),
                first("/proc/loadavg", LOAD).map(Double::parseDouble).orElse(0.0));
    }

    private static Optional<String> first(String file, Pattern pattern) {
        try {
            Matcher found = pattern.matcher(Files.readString(Path.of(file)));
            return found.find() ? Optional.of(found.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
