package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Polling;
import dev.nudge.engine.slurm.SlurmCommands.SlurmFullException;
import dev.nudge.engine.slurm.SlurmCommands.SlurmOrder;
import dev.nudge.engine.slurm.SlurmCommands.SlurmRefusedException;
import dev.nudge.job.Job;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// The clusters of the groups, and which of them cannot be reached.
final class Sites {
    private static final Logger LOG = System.getLogger(Sites.class.getName());

    /// Until one that could not be reached is tried again.
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /// More programs at once would only keep this machine and the controller busy.
    private static final int MOST_AT_ONCE = 4;

    /// For how long, and how seldom in the end, it is tried to cancel a job.
    private static final Duration LIMIT = Duration.ofDays(1);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final Function<String, EngineChoice> groups;
    private final ConcurrentMap<EngineChoice, Site> sites = new ConcurrentHashMap<>();

    private record Trouble(String reason, long at) {}

    private static final class Site {
        private final SlurmCommands commands;
        private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
        private volatile Optional<Trouble> trouble = Optional.empty();
        private volatile Optional<Trouble> limit = Optional.empty();

        Site(EngineChoice place) {
            commands = new SlurmCommands(place);
        }
    }

    Sites(Function<String, EngineChoice> groups) {
        this.groups = groups;
    }

    interface Request<T> {
        T send(SlurmCommands commands) throws IOException;
    }

    EngineChoice place(Job job) {
        return groups.apply(job.spec().queueing().group()).place();
    }

    private Site state(EngineChoice place) {
        return sites.computeIfAbsent(place.place(), Site::new);
    }

    /// Sends a request, and notes whether the cluster could be reached. Blocks while others are
    /// being sent; if it cannot be reached meanwhile, this one is not tried.
    <T> T ask(EngineChoice place, Request<T> request) throws IOException {
        return ask(place, request, _ -> Optional.empty());
    }

    /// Submits a job as [#ask] does, unless Slurm takes no more jobs now. Returns Slurm's number.
    ///
    /// @throws SlurmFullException if Slurm takes no more jobs until some of this user have ended
    /// @throws SlurmRefusedException also if there are none for it to wait for
    String submit(EngineChoice place, SlurmOrder order, Path environment) throws IOException {
        return ask(place, slurm -> submit(slurm, order, environment), state -> state.limit);
    }

    private static String submit(SlurmCommands slurm, SlurmOrder order, Path environment)
            throws IOException {
        try {
            return slurm.submit(order, environment);
        } catch (SlurmFullException e) {
            if (slurm.list().stream().allMatch(job -> job.state().isEnded())) {
                throw new SlurmRefusedException(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private <T> T ask(
            EngineChoice place, Request<T> request, Function<Site, Optional<Trouble>> limit)
            throws IOException {
        Site state = state(place);
        long asked = System.nanoTime();
        state.turns.acquireUninterruptibly();
        try {
            Optional<Trouble> meanwhile = state.trouble.filter(trouble -> trouble.at - asked > 0);
            if (meanwhile.isPresent()) {
                throw new UnreachableException(meanwhile.get().reason());
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
        } catch (UnreachableException e) {
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

    Optional<String> trouble(EngineChoice place) {
        return state(place).trouble.map(Trouble::reason);
    }

    /// Returns why nothing is submitted now: it could not be reached, or takes no more jobs.
    Optional<String> unavailability(EngineChoice place) {
        Site state = state(place);
        return state.trouble
                .filter(Sites::isRecent)
                .or(() -> state.limit.filter(Sites::isRecent))
                .map(Trouble::reason);
    }

    /// Cancels, as soon as Slurm can be reached, a job that waits there and is not wanted any more.
    /// Nothing depends on when or whether: it can start no command. Does not block.
    void cancelEventually(EngineChoice place, String id) {
        Thread.ofVirtual()
                .name("cancel-" + id)
                .start(() -> Polling.await(LIMIT, LONGEST_PAUSE, () -> isCancelled(place, id)));
    }

    void cancel(EngineChoice place, String id) throws IOException {
        boolean _ = ask(place, slurm -> slurm.cancel(id));
    }

    private boolean isCancelled(EngineChoice place, String id) {
        try {
            cancel(place, id);
            return true;
        } catch (UnreachableException e) {
            return false;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Slurm''s job {0} is not cancelled: {1}", id, Reasons.of(e));
            return true;
        }
    }

    private static boolean isRecent(Trouble trouble) {
        return System.nanoTime() - trouble.at < PAUSE.toNanos();
    }
}
