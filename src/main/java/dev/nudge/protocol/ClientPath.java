package dev.nudge.protocol;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Resolves paths as a client means them: `~` and `~/x` are in its home directory, others relative
/// to its working directory.
public final class ClientPath {
    private ClientPath() {}

    /// Returns the absolute path.
    ///
    /// @throws InvalidPathException if the text cannot be a path
    public static Path of(Hello client, String given) {
        return Path.of(client.cwd()).resolve(expanded(client, given)).normalize();
    }

    private static String expanded(Hello client, String given) {
        String home = client.environment().getOrDefault("HOME", "");
        boolean isInHome = given.equals("~") || given.startsWith("~/");
        return isInHome && !home.isEmpty() ? home + given.substring(1) : given;
    }
}
