package dev.nudge.engine.slurm;

import dev.nudge.engine.EngineChoice;
import dev.nudge.job.Job;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// The clusters of the groups, and which of them cannot be reached.
final class Sites {
    /// Until one that could not be reached is tried again.
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /// More programs at once would only keep this machine and the controller busy.
    private static final int MOST_AT_ONCE = 4;

    private final Function<String, EngineChoice> groups;
    private final ConcurrentMap<SlurmSite, Site> sites = new ConcurrentHashMap<>();

    private record Trouble(String reason, long at) {}

    private static final class Site {
        private final SlurmCommands commands;
        private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
        private volatile Optional<Trouble> trouble = Optional.empty();
        private volatile Optional<Trouble> limit = Optional.empty();

        Site(SlurmSite site) {
            commands = new SlurmCommands(site);
        }
    }

    /// @param groups gives what runs the jobs of the group of a name
    Sites(Function<String, EngineChoice> groups) {
        this.groups = groups;
    }

    /// A request to a cluster.
    interface Request<T> {
        T send(SlurmCommands commands) throws IOException;
    }

    static SlurmSite site(EngineChoice choice) {
        return new SlurmSite(
                Path.of(choice.programs().orElse("/usr/bin")),
                choice.configuration().map(Path::of));
    }

    /// Returns the cluster of a job.
    SlurmSite site(Job job) {
        return site(groups.apply(job.spec().queueing().group()));
    }

    private Site state(SlurmSite site) {
        return sites.computeIfAbsent(site, Site::new);
    }

    /// Sends a request, and notes whether the cluster could be reached. Blocks while others are
    /// being sent; if it cannot be reached meanwhile, this one is not tried.
    ///
    /// @throws SlurmUnavailableException if it could not
    /// @throws IOException if it refuses
    <T> T ask(SlurmSite site, Request<T> request) throws IOException {
        return ask(site, request, _ -> Optional.empty());
    }

    /// Submits a job in the same way. If Slurm takes no more jobs meanwhile, it is not tried.
    ///
    /// @param environment as [SlurmCommands#submit] has it
    /// @return Slurm's number
    /// @throws SlurmFullException if Slurm takes no more jobs until some of this user have ended
    /// @throws SlurmRefusedException also if there are none for it to wait for
    String submit(SlurmSite site, SlurmOrder order, Path environment) throws IOException {
        return ask(site, slurm -> submit(slurm, order, environment), state -> state.limit);
    }

    private static String submit(SlurmCommands slurm, SlurmOrder order, Path environment)
            throws IOException {
        try {
            return slurm.submit(order, environment);
        } catch (SlurmFullException e) {
            if (slurm.list().stream().allMatch(SlurmJob::hasEnded)) {
                throw new SlurmRefusedException(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private <T> T ask(SlurmSite site, Request<T> request, Function<Site, Optional<Trouble>> limit)
            throws IOException {
        Site state = state(site);
        long asked = System.nanoTime();
        state.turns.acquireUninterruptibly();
        try {
            Optional<Trouble> meanwhile = state.trouble.filter(trouble -> trouble.at - asked > 0);
            if (meanwhile.isPresent()) {
                throw new SlurmUnavailableException(meanwhile.get().reason());
            }
            Optional<Trouble> full = limit.apply(state).filter(trouble -> trouble.at - asked > 0);
            if (full.isPresent()) {
                throw new SlurmFullException(full.get().reason());
            }
            return ask(state, request);
        } finally {
            state.turns.release();
        }
    }

    private static <T> T ask(Site state, Request<T> request) throws IOException {
        try {
            T answer = request.send(state.commands);
            state.trouble = Optional.empty();
            return answer;
        } catch (SlurmUnavailableException e) {
            state.trouble = trouble(e);
            throw e;
        } catch (SlurmFullException e) {
            state.limit = trouble(e);
            throw e;
        }
    }

    private static Optional<Trouble> trouble(IOException cause) {
        return Optional.of(new Trouble(String.valueOf(cause.getMessage()), System.nanoTime()));
    }

    /// Returns why a cluster could not be reached the last time; empty if it could be.
    Optional<String> trouble(SlurmSite site) {
        return state(site).trouble.map(Trouble::reason);
    }

    /// Returns why nothing is submitted to a cluster for now: it could not be reached, or takes no
    /// more jobs.
    Optional<String> unavailability(SlurmSite site) {
        Site state = state(site);
        return state.trouble
                .filter(Sites::isRecent)
                .or(() -> state.limit.filter(Sites::isRecent))
                .map(Trouble::reason);
    }

    private static boolean isRecent(Trouble trouble) {
        return System.nanoTime() - trouble.at < PAUSE.toNanos();
    }
}
