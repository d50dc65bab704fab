package dev.nudge.process;

import java.util.ArrayList;
import java.util.List;

/// The content of `/proc/PID/task/TID/syscall` for a thread (proc_pid_syscall(5)).
sealed interface SystemCall {
    /// It runs, or sleeps outside of a system call.
    record None() implements SystemCall {}

    /// It sleeps in a system call.
    ///
    /// @param number the system call's number in this machine's kernel
    /// @param arguments all six; the call may use fewer
    record Sleeping(int number, List<Long> arguments) implements SystemCall {
        public Sleeping {
            arguments = List.copyOf(arguments);
        }

        long argument(int index) {
            return arguments.get(index);
        }
    }

    /// Reads `0 0x3 0x7ffc… …`, `running` or `-1 0x…`.
    static SystemCall parse(String line) {
        String[] words = line.strip().split(" ", -1);
        if (words.length < 7 || words[0].startsWith("-")) {
            return new None();
        }
        List<Long> arguments = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            arguments.add(Long.parseUnsignedLong(words[i].substring(2), 16));
        }
        return new Sleeping(Integer.parseInt(words[0]), arguments);
    }
}
