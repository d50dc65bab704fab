package dev.nudge.cli;

import java.util.Arrays;

/// The version of this program, as the build wrote it into the jar.
final class Version {
    private Version() {}

    private static final String UNPACKAGED = "0.0.0";

    /// Returns the version; `0.0.0` if it does not run from the jar.
    static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? UNPACKAGED : version;
    }

    /// Whether the first version is older than the second, number by number.
    static boolean isOlder(String first, String second) {
        return Arrays.compare(numbers(first), numbers(second)) < 0;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+"))
                .filter(s -> !s.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
