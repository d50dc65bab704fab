package dev.nudge.text;

import java.util.Locale;

/// Writes and reads sizes as people do, the same everywhere. A unit is 1,024 times the one below.
public final class ByteCount {
    private static final String UNITS = "KMGTPE";

    private ByteCount() {}

    /// Returns a number of bytes in a suitable unit, as `ls -h` shows it: `812B`, `1.4K`, `12M`.
    public static String of(long bytes) {
        if (bytes < 1024) {
            return bytes + "B";
        }
        double size = bytes;
        int unit = -1;
        while (size >= 1023.5) {
            size /= 1024;
            unit++;
        }
        String form = size < 9.95 ? "%.1f%c" : "%.0f%c";
        return String.format(Locale.ROOT, form, size, UNITS.charAt(unit));
    }

    /// Reads a size such as `4M` or `812`, with the units K, M and G; 0 if the text is not a size.
    public static long parse(String text) {
        String size = text.toUpperCase(Locale.ROOT);
        return size.matches("[1-9]\\d{0,9}[KMG]?|[1-9]\\d{0,14}")
                ? Long.parseLong(size.replaceAll("[KMG]", "")) * unit(size)
                : 0;
    }

    private static long unit(String size) {
        return 1L << (10 * (1 + UNITS.indexOf(size.charAt(size.length() - 1))));
    }
}
