package dev.nudge.cli.command;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import java.nio.file.Path;
import java.util.List;

/// This program: where it is installed, and its version. The native front names both.
final class Installation {
    private Installation() {}

    /// Returns the folder of the packaged extension; the empty path if nudge runs from its classes.
    static Path home() {
        return Path.of(System.getProperty("nudge.home", ""));
    }

    /// Returns the words that start nudge, without a subcommand.
    static List<String> launcher() {
        return List.of(home().resolve("bin/nudge").toString());
    }

    static Endpoint endpoint() {
        return Endpoint.of(System.getenv());
    }

    /// Returns the version, or that of the jar if the front does not run this; `0.0.0` without a
    /// jar.
    static String version() {
        String ofJar = Installation.class.getPackage().getImplementationVersion();
        return System.getProperty("nudge.version", ofJar == null ? "0.0.0" : ofJar);
    }

    static Release release() {
        return new Release(version(), System.getProperty("nudge.build", ""));
    }
}
