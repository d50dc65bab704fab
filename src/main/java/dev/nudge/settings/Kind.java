package dev.nudge.settings;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// The kind of value that a setting takes.
///
/// @param isValid tests a value that is not empty
/// @param expected what is expected, for a message: `expected …`
record Kind(Predicate<String> isValid, String expected) {
    private static final long LEAST_LOG = 4L << 20;

    static final Kind TEXT = new Kind(_ -> true, "a text");
    static final Kind SWITCH =
            new Kind(List.of("on", "off", "true", "false")::contains, "on or off");
    static final Kind LOG_SIZE =
            new Kind(v -> bytes(v) >= LEAST_LOG, "bytes, or a number with K, M or G, 4M or more");
    static final Kind CONTROL_KEY =
            new Kind(v -> v.matches("\\^[@-_a-z]"), "^ and a letter or one of @[\\]^_");

    static final Kind PORT =
            new Kind(
                    v -> v.matches("\\d{1,5}") && Integer.parseInt(v) < 1 << 16,
                    "a port, 0 to 65535");

    static Kind number(String what) {
        return new Kind(v -> v.matches("[1-9]\\d{0,8}"), what + ", 1 or more");
    }

    static Kind oneOf(String... words) {
        return new Kind(List.of(words)::contains, "one of " + String.join(", ", words));
    }

    static boolean isOff(String value) {
        return value.equals("off") || value.equals("false");
    }

    /// Reads a size such as `4M`; 0 if it is not one.
    static long bytes(String value) {
        String size = value.toUpperCase(Locale.ROOT);
        return size.matches("[1-9]\\d{0,9}[KMG]?|[1-9]\\d{0,14}")
                ? Long.parseLong(size.replaceAll("[KMG]", "")) * unit(size)
                : 0;
    }

    private static long unit(String size) {
        return switch (size.charAt(size.length() - 1)) {
            case 'K' -> 1L << 10;
            case 'M' -> 1L << 20;
            case 'G' -> 1L << 30;
            default -> 1;
        };
    }
}
