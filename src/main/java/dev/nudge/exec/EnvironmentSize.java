package dev.nudge.exec;

import dev.nudge.process.ProcessTable;
import dev.nudge.text.Bytes;
import dev.nudge.text.Printable;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What the kernel accepts as the environment of a new program (execve(2)). A job whose environment
/// is larger could not be started, nor could its programs start others.
public final class EnvironmentSize {
    /// The longest variable, with its name, its sign and the NUL behind it (MAX_ARG_STRLEN).
    private static final int LONGEST = 131_072;

    /// The room for arguments and environment together if stacks are not limited: three quarters of
    /// what the kernel gives a stack by default.
    private static final long MOST = 6L << 20;

    /// The room that there always is (ARG_MAX).
    private static final long LEAST = 131_072;

    /// The other words that start the command: the shell and its options.
    private static final long FOR_THE_SHELL = 8_192;

    private static final int POINTER = 8;

    private EnvironmentSize() {}

    /// Returns why a command cannot be started with this environment, and which variable is the
    /// largest; empty if it can. Reads a file of /proc if the stack has no limit.
    ///
    /// @param stack the limit of its stack in bytes, which also bounds its environment; empty for
    ///   none
    public static Optional<String> excess(
            Map<String, String> environment, String command, OptionalLong stack) {
        // This process starts the hosts.
        long room = room(stack.isPresent() ? stack : ProcessTable.ownLimit("Max stack size"));
        return excess(environment, command, Math.max(LEAST / 2, room - FOR_THE_SHELL));
    }

    static Optional<String> excess(Map<String, String> environment, String command, long room) {
        Optional<Map.Entry<String, String>> most =
                environment.entrySet().stream()
                        .max(Comparator.comparingLong(EnvironmentSize::bytes));
        String largest = most.map(Map.Entry::getKey).map(Printable::line).orElse("");
        long longest = most.map(EnvironmentSize::bytes).orElse(0L);
        if (longest > LONGEST) {
            return Optional.of(
                    "the variable %s is %d bytes long, the limit is %d; put its value into a file"
                            .formatted(largest, longest, LONGEST));
        }
        long all =
                environment.entrySet().stream()
                        .mapToLong(variable -> bytes(variable) + POINTER)
                        .reduce(Bytes.length(command), Long::sum);
        return all <= room
                ? Optional.empty()
                : Optional.of(
                        "its command of %d bytes and its environment of %d variables have %d bytes together, the limit is %d, which grows with that of the stack (ulimit -s); the largest variable is %s with %d bytes: unset what the job does not need"
                                .formatted(
                                        Bytes.length(command),
                                        environment.size(),
                                        all,
                                        room,
                                        largest,
                                        longest));
    }

    /// Returns how many bytes it takes as the kernel counts it: `NAME=value`, and a NUL.
    private static long bytes(Map.Entry<String, String> variable) {
        return (long) Bytes.length(variable.getKey()) + Bytes.length(variable.getValue()) + 2L;
    }

    /// Returns the room that a process with this limit of its stack gives to a program that it
    /// becomes.
    private static long room(OptionalLong stack) {
        return stack.isEmpty() ? MOST : Math.clamp(stack.getAsLong() / 4, LEAST, MOST);
    }
}
