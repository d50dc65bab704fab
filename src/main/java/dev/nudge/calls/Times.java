package dev.nudge.calls;

import java.time.Duration;

/// Writes times for people and models.
final class Times {
    private Times() {}

    /// Returns `7 s`, `3 min 12 s`, `2 h 5 min` or `3 d 4 h`.
    static String words(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return "%d min %d s".formatted(seconds / 60, seconds % 60);
        }
        return seconds < 86_400
                ? "%d h %d min".formatted(seconds / 3600, seconds / 60 % 60)
                : "%d d %d h".formatted(seconds / 86_400, seconds / 3600 % 24);
    }
}
