package dev.nudge.job;

import java.util.List;
import java.util.Locale;

/// A POSIX signal by its Linux number (signal(7)).
///
/// @param number 1 to 64
public record Signal(int number) {
    /// By number, from 1.
    private static final List<String> NAMES =
            List.of(
                    ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT"
                                    + " CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR"
                                    + " SYS")
                            .split(" "));

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

    /// Returns the usual name with its prefix, `SIGKILL`; a signal without one is `SIG<number>`.
    public String name() {
        return "SIG" + (number <= NAMES.size() ? NAMES.get(number - 1) : number);
    }

    /// Reads a name as [#name] writes it, with or without its prefix, in either case; or a number.
    public static Signal named(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        String bare = upper.startsWith("SIG") ? upper.substring(3) : upper;
        int at = NAMES.indexOf(bare);
        if (at < 0 && !bare.matches("[1-9]|[1-5]\\d|6[0-4]")) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a signal; expected a name, for example INT, or a number from 1 to 64"
                            .formatted(name));
        }
        return new Signal(at < 0 ? Integer.parseInt(bare) : at + 1);
    }
}
