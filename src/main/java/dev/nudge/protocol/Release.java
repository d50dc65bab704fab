package dev.nudge.protocol;

import java.util.Arrays;

/// Which nudge this is.
///
/// @param version its version, numbers with points between them
/// @param build tells builds of one version apart, the later one is the greater text; empty if it
///   does not run from the packaged extension, or is older than builds
public record Release(String version, String build) {
    /// Whether this release has been succeeded by the other one.
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
