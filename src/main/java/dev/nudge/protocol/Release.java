package dev.nudge.protocol;

import java.util.Arrays;

/// A release of nudge.
///
/// @param version its version, numbers separated by points
/// @param build distinguishes builds of one version: the later one is the greater text. Empty if
///   nudge does not run from the packaged extension
public record Release(String version, String build) {
    public boolean isOlderThan(Release other) {
        int order = Arrays.compare(numbers(version), numbers(other.version));
        return order < 0 || (order == 0 && build.compareTo(other.build) < 0);
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+"))
                .filter(s -> !s.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
