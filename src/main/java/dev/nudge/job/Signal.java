package dev.nudge.job;

import java.util.Locale;
import java.util.Map;

/// A POSIX signal by its Linux number (signal(7)).
///
/// @param number 1 to 64
public record Signal(int number) {
    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(1, "HUP"),
                    Map.entry(2, "INT"),
                    Map.entry(3, "QUIT"),
                    Map.entry(4, "ILL"),
                    Map.entry(5, "TRAP"),
                    Map.entry(6, "ABRT"),
                    Map.entry(7, "BUS"),
                    Map.entry(8, "FPE"),
                    Map.entry(9, "KILL"),
                    Map.entry(10, "USR1"),
                    Map.entry(11, "SEGV"),
                    Map.entry(12, "USR2"),
                    Map.entry(13, "PIPE"),
                    Map.entry(14, "ALRM"),
                    Map.entry(15, "TERM"),
                    Map.entry(16, "STKFLT"),
                    Map.entry(17, "CHLD"),
                    Map.entry(18, "CONT"),
                    Map.entry(19, "STOP"),
                    Map.entry(20, "TSTP"),
                    Map.entry(21, "TTIN"),
                    Map.entry(22, "TTOU"),
                    Map.entry(23, "URG"),
                    Map.entry(24, "XCPU"),
                    Map.entry(25, "XFSZ"),
                    Map.entry(26, "VTALRM"),
                    Map.entry(27, "PROF"),
                    Map.entry(28, "WINCH"),
                    Map.entry(29, "IO"),
                    Map.entry(30, "PWR"),
                    Map.entry(31, "SYS"));

    public static final Signal HUP = new Signal(1);
    public static final Signal INT = new Signal(2);
    public static final Signal TERM = new Signal(15);
    public static final Signal KILL = new Signal(9);
    public static final Signal CONT = new Signal(18);
    public static final Signal STOP = new Signal(19);

    public Signal {
        if (number < 1 || number > 64) {
            throw new IllegalArgumentException("signal number " + number + " is not in 1..64");
        }
    }

    private static Signal numbered(String name, String digits) {
        if (!digits.matches("[1-9]|[1-5]\\d|6[0-4]")) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a signal; expected a name, for example INT, or a number from 1 to 64"
                            .formatted(name));
        }
        return new Signal(Integer.parseInt(digits));
    }

    /// Returns the usual name with its prefix, `SIGKILL`; a signal without one is `SIG<number>`.
    public String name() {
        return "SIG" + NAMES.getOrDefault(number, Integer.toString(number));
    }

    /// Reads a name as [#name] writes it, with or without its prefix, in letters of either case; or
    /// a number.
    ///
    /// @throws IllegalArgumentException if no signal has this name
    public static Signal named(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        String bare = upper.startsWith("SIG") ? upper.substring(3) : upper;
        return NAMES.entrySet().stream()
                .filter(e -> e.getValue().equals(bare))
                .findFirst()
                .map(e -> new Signal(e.getKey()))
                .orElseGet(() -> numbered(name, bare));
    }
}
