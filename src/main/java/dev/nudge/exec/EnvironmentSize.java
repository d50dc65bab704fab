package dev.nudge.exec;

import dev.nudge.text.Bytes;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the kernel accepts as the environment of a new program (execve(2)). A job whose environment
/// is larger could not be started, nor could its programs start others.
public final class EnvironmentSize {
    /// The longest variable, with its name, its sign and the NUL behind it (MAX_ARG_STRLEN).
    private static final int LONGEST = 131_072;

    /// The room for arguments and environment together if stacks are not limited: three quarters of
    /// what the kernel gives a stack by default.
    private static final long MOST = 6L << 20;

    private static final long LEAST = 131_072;

    /// What else a host needs: the command, and the daemon's environment ([DaemonEnvironment]), of
    /// 128 KiB each, and the words of its own.
    private static final long RESERVED = 300_000;

    private static final int POINTER = 8;
    private static final Pattern STACK = Pattern.compile("Max stack size +(\\d+) .*");

    private EnvironmentSize() {}

    /// Returns why a program cannot be started with this environment, and which variable is the
    /// largest; empty if it can. Reads a file of /proc.
    public static Optional<String> excess(Map<String, String> environment) {
        return excess(environment, room());
    }

    /// @param room for all of it, in bytes
    static Optional<String> excess(Map<String, String> environment, long room) {
        Optional<Map.Entry<String, String>> largest =
                environment.entrySet().stream()
                        .max(Comparator.comparingLong(EnvironmentSize::bytes));
        if (largest.isEmpty()) {
            return Optional.empty();
        }
        String name = Printable.line(largest.get().getKey());
        long longest = bytes(largest.get());
        if (longest > LONGEST) {
            return Optional.of(
                    "the variable %s is %d bytes long, the limit is %d; put its value into a file"
                            .formatted(name, longest, LONGEST));
        }
        long all =
                environment.entrySet().stream()
                        .mapToLong(variable -> bytes(variable) + POINTER)
                        .sum();
        return all <= room
                ? Optional.empty()
                : Optional.of(
                        "its environment of %d variables has %d bytes, the limit is %d; the largest variable is %s with %d bytes: unset what the job does not need"
                                .formatted(environment.size(), all, room, name, longest));
    }

    /// Returns how many bytes it takes as the kernel counts it: `NAME=value`, and a NUL.
    private static long bytes(Map.Entry<String, String> variable) {
        return Bytes.length(variable.getKey()) + Bytes.length(variable.getValue()) + 2;
    }

    /// Returns the room that this process gives to the programs that it starts.
    private static long room() {
        long all = MOST;
        try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
            // Unlimited is not a number.
            all =
                    limits.map(STACK::matcher)
                            .filter(Matcher::matches)
                            .mapToLong(stack -> Long.parseLong(stack.group(1)) / 4)
                            .map(quarter -> Math.clamp(quarter, LEAST, MOST))
                            .findFirst()
                            .orElse(MOST);
        } catch (IOException e) {
            // The start itself says what is wrong.
        }
        return Math.max(LEAST / 2, all - RESERVED);
    }
}
