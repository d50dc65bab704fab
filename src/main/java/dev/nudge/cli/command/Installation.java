package dev.nudge.cli.command;

import dev.nudge.protocol.Endpoint;
import java.nio.file.Path;
import java.util.List;

/// The location where this program is installed.
final class Installation {
    private Installation() {}

    /// Returns the words that start nudge, without a subcommand: the native front of the packaged
    /// extension, which names its folder in the property `nudge.home`.
    static List<String> launcher() {
        return List.of(Path.of(System.getProperty("nudge.home", ""), "bin", "nudge").toString());
    }

    /// Returns the paths of this user's daemon.
    static Endpoint endpoint() {
        return Endpoint.of(System.getenv());
    }
}
