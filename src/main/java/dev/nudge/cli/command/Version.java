package dev.nudge.cli.command;

import dev.nudge.protocol.Release;

/// The version of this program, as the native front names it, or as the build wrote it into the
/// jar.
final class Version {
    private Version() {}

    private static final String UNPACKAGED = "0.0.0";

    /// Returns the version; `0.0.0` if the program does not run from the jar.
    static String current() {
        String named = System.getProperty("nudge.version");
        return named == null ? ofJar() : named;
    }

    private static String ofJar() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? UNPACKAGED : version;
    }

    /// Returns the version with the build, which the native front names.
    static Release release() {
        return new Release(current(), System.getProperty("nudge.build", ""));
    }

    /// Returns whether the first version is older than the second, compared number by number.
    static boolean isOlder(String first, String second) {
        return new Release(first, "").isOlderThan(new Release(second, ""));
    }
}
