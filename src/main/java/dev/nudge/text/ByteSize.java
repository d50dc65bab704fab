package dev.nudge.text;

import java.util.List;
import java.util.Locale;

/// Formats numbers of bytes for people.
public final class ByteSize {
    private static final double STEP = 1000;
    private static final List<String> UNITS = List.of("kB", "MB", "GB", "TB");

    private ByteSize() {}

    /// Returns a number of bytes in a suitable unit: `812 bytes`, `12.3 MB`.
    public static String words(long bytes) {
        if (bytes < STEP) {
            return bytes == 1 ? "1 byte" : bytes + " bytes";
        }
        double count = bytes / STEP;
        int unit = 0;
        while (count >= STEP - 0.05 && unit < UNITS.size() - 1) {
            count /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", count, UNITS.get(unit));
    }
}
