package dev.nudge.console.view;

import java.util.Locale;

/// Sizes for people.
public final class ByteCount {
    private static final String UNITS = "KMGTPE";

    private ByteCount() {}

    /// Returns a number of bytes as `ls -h` shows it: `812`, `1.4K`, `12M`.
    public static String of(long bytes) {
        if (bytes < 1024) {
            return Long.toString(bytes);
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
}
