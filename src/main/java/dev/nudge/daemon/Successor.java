package dev.nudge.daemon;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Finds the program of a newer release that ran the last daemon and is still installed.
public final class Successor {
    private Successor() {}

    /// Returns the words that start that program, without a subcommand; empty if the last daemon
    /// was not of a newer release, or if that release can no longer be started.
    ///
    /// @param release the release of this program
    /// @param launcher the words that start this program. If the newer release had the same, this
    ///   program has replaced it
    public static Optional<List<String>> find(
            Endpoint endpoint, Release release, List<String> launcher) {
        Optional<Endpoint.Running> last = endpoint.lastDaemon();
        return last.isPresent() && release.isOlderThan(last.get().release())
                ? words(endpoint.launcher()).filter(words -> !words.equals(launcher))
                : Optional.empty();
    }

    private static Optional<List<String>> words(Path file) {
        try {
            return Optional.of(Files.readAllLines(file))
                    .filter(words ->
                            !words.isEmpty() && Files.isExecutable(Path.of(words.getFirst())));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }
}
