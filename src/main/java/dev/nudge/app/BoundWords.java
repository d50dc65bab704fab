package dev.nudge.app;

import dev.nudge.job.Bounds;
import dev.nudge.text.ByteCount;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Reads bounds as they are given, also on the command line. Every error is an
/// [IllegalArgumentException] that says what was expected.
final class BoundWords {
    private BoundWords() {}

    /// Returns an amount of memory in bytes: `8G`, `512M`, or a number of bytes; empty for `0`, no
    /// bound.
    ///
    /// @param what what it is, for the message: `--memory`
    static OptionalLong memory(String what, String size) {
        if (size.strip().matches("0+[KMGkmg]?")) {
            return OptionalLong.empty();
        }
        long bytes = ByteCount.parse(size.strip());
        if (bytes < Bounds.LEAST_MEMORY) {
            throw Arguments.wrong(
                    what, size, "a size such as 512M or 8G, 16M or more, or 0 for no bound");
        }
        return OptionalLong.of(bytes);
    }

    /// Returns a number of processors: `2`, `1.5`; empty for `0`, no bound. `what` as above.
    static OptionalDouble cpus(String what, String number) {
        String digits = number.strip();
        if (digits.matches("0+(\\.0*)?")) {
            return OptionalDouble.empty();
        }
        double cpus = digits.matches("\\d{1,4}(\\.\\d{1,2}0*)?") ? Double.parseDouble(digits) : 0;
        if (cpus < Bounds.LEAST_CPUS) {
            throw Arguments.wrong(
                    what, number, "a number of processors, such as 2 or 0.5, or 0 for no bound");
        }
        return OptionalDouble.of(cpus);
    }

    /// Returns a niceness; `what` as above.
    static int nice(String what, String value) {
        String digits = value.strip().replaceFirst("\\.0*$", "");
        int nice = digits.matches("[+-]?\\d{1,2}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
        if (nice < Bounds.MOST_FAVORED || nice > Bounds.LEAST_FAVORED) {
            throw Arguments.wrong(what, value, "-20 (first) to 19 (last)");
        }
        return nice;
    }
}
