package dev.nudge.engine.slurm;

import dev.nudge.engine.EngineChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The clusters of the groups, and which of them cannot be reached.
final class Sites {
    /// Until one that could not be reached is tried again.
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final ConcurrentMap<SlurmSite, SlurmCommands> commands = new ConcurrentHashMap<>();
    private final ConcurrentMap<SlurmSite, Trouble> troubles = new ConcurrentHashMap<>();

    private record Trouble(String reason, long at) {}

    /// A request to a cluster.
    interface Request<T> {
        T send(SlurmCommands commands) throws IOException;
    }

    static SlurmSite site(EngineChoice choice) {
        return new SlurmSite(
                Path.of(choice.programs().orElse("/usr/bin")),
                choice.configuration().map(Path::of));
    }

    /// Sends a request, and notes whether the cluster could be reached.
    ///
    /// @throws SlurmUnavailableException if it could not
    /// @throws IOException if it refuses
    <T> T ask(SlurmSite site, Request<T> request) throws IOException {
        try {
            T answer = request.send(commands.computeIfAbsent(site, SlurmCommands::new));
            troubles.remove(site);
            return answer;
        } catch (SlurmUnavailableException e) {
            troubles.put(site, new Trouble(String.valueOf(e.getMessage()), System.nanoTime()));
            throw e;
        }
    }

    /// Returns why a cluster could not be reached the last time; empty if it could be.
    Optional<String> trouble(SlurmSite site) {
        return Optional.ofNullable(troubles.get(site)).map(Trouble::reason);
    }

    /// Returns the same, but only for a while.
    Optional<String> recentTrouble(SlurmSite site) {
        return Optional.ofNullable(troubles.get(site))
                .filter(trouble -> System.nanoTime() - trouble.at < PAUSE.toNanos())
                .map(Trouble::reason);
    }
}
