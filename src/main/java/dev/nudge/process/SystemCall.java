package dev.nudge.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The system call in which a thread sleeps, as `/proc/PID/task/TID/syscall` shows it
/// (proc_pid_syscall(5)).
///
/// @param number the number of the call in the kernel of this machine
/// @param arguments all six; the call may use fewer
record SystemCall(int number, List<Long> arguments) {
    SystemCall {
        arguments = List.copyOf(arguments);
    }

    long argument(int index) {
        return arguments.get(index);
    }

    /// Reads `0 0x3 0x7ffc… …`; empty for `running` and `-1 0x…`, which mean that the thread is not
    /// in a system call.
    static Optional<SystemCall> parse(String line) {
        String[] words = line.strip().split(" ", -1);
        if (words.length < 7 || words[0].startsWith("-")) {
            return Optional.empty();
        }
        List<Long> arguments = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            arguments.add(Long.parseUnsignedLong(words[i].substring(2), 16));
        }
        return Optional.of(new SystemCall(Integer.parseInt(words[0]), arguments));
    }
}
