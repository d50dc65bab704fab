package dev.nudge.process;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a process passes on to its children besides its environment and its directory. A host gives
/// it to the job that it starts, so that the job has it from the program that asked for the job.
/// `src/main/c/daemon.c` sends it.
///
/// @param umask one to four octal digits
/// @param limits the limits of getrlimit(2), sorted by name: the name as in prlimit(1), such as
///   `nofile`, and `SOFT:HARD`, each a number or `unlimited`. A missing one is not changed
/// @param nice the niceness, -20 to 19; empty: not changed
/// @param processors the processors that it may run on, as in taskset(1): `0-3,8`; empty: not
///   changed
public record Inherited(
        String umask, Map<String, String> limits, OptionalInt nice, String processors) {
    private static final Pattern OCTAL = Pattern.compile("[0-7]{1,4}");
    private static final Pattern NAME = Pattern.compile("[a-z]{1,16}");
    private static final Pattern BOUNDS =
            Pattern.compile("(?:\\d{1,20}|unlimited):(?:\\d{1,20}|unlimited)");
    private static final Pattern LIST =
            Pattern.compile("(?:\\d{1,5}(?:-\\d{1,5})?(?:,\\d{1,5}(?:-\\d{1,5})?)*)?");

    /// A number with this many digits fits into a long.
    private static final int DIGITS = 18;

    private static final int LEAST = -20;
    private static final int MOST = 19;

    /// Checks what came over the wire; an [IllegalArgumentException] says what is missing or wrong.
    public Inherited(
            String umask,
            @Nullable Map<String, String> limits,
            @Nullable OptionalInt nice,
            @Nullable String processors) {
        this.umask = checked("umask", OCTAL, umask, "octal digits");
        this.limits =
                limits == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(limits));
        this.limits.forEach((name, bounds) -> {
            var _ = checked("limit", NAME, name, "a name such as nofile");
            var _ = checked("limit " + name, BOUNDS, bounds, "SOFT:HARD");
        });
        this.nice = nice == null ? OptionalInt.empty() : nice;
        if (this.nice.isPresent()
                && (this.nice.getAsInt() < LEAST || this.nice.getAsInt() > MOST)) {
            throw new IllegalArgumentException(
                    "nice is %d; expected %d to %d".formatted(this.nice.getAsInt(), LEAST, MOST));
        }
        this.processors =
                processors == null
                        ? ""
                        : checked("processors", LIST, processors, "a list such as 0-3,8");
    }

    private static String checked(
            String what, Pattern form, @Nullable String text, String expected) {
        if (text == null || !form.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected %s".formatted(what, text, expected));
        }
        return text;
    }

    /// Returns the soft limit of this name, which holds until it is raised; empty if it is
    /// unlimited or not known.
    public OptionalLong softLimit(String name) {
        String soft = limits.getOrDefault(name, "unlimited:").replaceFirst(":.*", "");
        return soft.equals("unlimited") || soft.length() > DIGITS
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(soft));
    }

    public static Inherited of(String umask) {
        return new Inherited(umask, Map.of(), OptionalInt.empty(), "");
    }
}
