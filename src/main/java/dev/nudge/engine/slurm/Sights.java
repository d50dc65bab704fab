package dev.nudge.engine.slurm;

import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.store.AtOnce;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What Slurm has said last of the jobs that have not ended.
final class Sights {
    private static final Logger LOG = System.getLogger(Sights.class.getName());

    private final Sites sites;

    private final ConcurrentMap<Long, Sight> sights = new ConcurrentHashMap<>();

    /// Why nothing is known now of jobs that Slurm has forgotten, by number.
    private final ConcurrentMap<Long, String> unknown = new ConcurrentHashMap<>();

    /// The jobs of which nothing is left, not even a host that could record how they ended.
    private final Set<Long> extinguished = ConcurrentHashMap.newKeySet();

    Sights(Sites sites) {
        this.sites = sites;
    }

    /// Asks each cluster once for all of its jobs, which have not ended, and forgets all others;
    /// all at the same time. If some cluster cannot be asked now (IOException), the others have
    /// been.
    void refresh(Collection<Job> jobs) throws IOException {
        Set<Long> wanted = jobs.stream().map(Job::number).collect(Collectors.toSet());
        sights.keySet().retainAll(wanted);
        unknown.keySet().retainAll(wanted);
        extinguished.retainAll(wanted);
        Map<EngineChoice, List<Job>> bySite =
                jobs.stream().collect(Collectors.groupingBy(sites::place));
        AtOnce.forEach(List.copyOf(bySite.entrySet()), some -> ask(some.getKey(), some.getValue()));
    }

    Optional<Sight> ask(Job job) throws IOException {
        ask(sites.place(job), List.of(job));
        return of(job);
    }

    private void ask(EngineChoice place, List<Job> jobs) throws IOException {
        Map<String, SlurmJob> known = byId(sites.ask(place, SlurmCommands::list));
        Instant now = Instant.now();
        Predicate<Job> isListed = job -> known.containsKey(cluster(job).id());
        note(jobs.stream().filter(isListed).toList(), known, now);
        List<Job> others = jobs.stream().filter(isListed.negate()).toList();
        List<String> ids = others.stream().map(job -> cluster(job).id()).toList();
        try {
            note(others, byId(new SlurmCommands(place).past(ids)), now);
        } catch (IOException accountingIsDown) {
            Reasons.warn(
                    LOG,
                    "nothing can be found out now about %d jobs that Slurm has forgotten"
                            .formatted(others.size()),
                    accountingIsDown);
            String reason = "its accounting cannot be asked: " + Reasons.of(accountingIsDown);
            others.forEach(job -> unknown.put(job.number(), reason));
        }
    }

    private static Map<String, SlurmJob> byId(List<SlurmJob> listed) {
        return listed.stream()
                .collect(Collectors.toMap(SlurmJob::id, Function.identity(), (a, _) -> a));
    }

    private void note(List<Job> jobs, Map<String, SlurmJob> known, Instant now) {
        for (Job job : jobs) {
            Optional<SlurmJob> found = Optional.ofNullable(known.get(cluster(job).id()));
            Sight sight = new Sight(job, found, now);
            unknown.remove(job.number());
            sights.compute(job.number(), (_, before) -> sight.after(Optional.ofNullable(before)));
        }
    }

    private static ClusterJob cluster(Job job) {
        return job.cluster()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "job " + job.number() + " has not been submitted"));
    }

    /// Returns what was said last of the current submission of a job; empty if nothing was.
    Optional<Sight> of(Job job) {
        return Optional.ofNullable(sights.get(job.number()))
                .filter(sight ->
                        sight.asked()
                                .cluster()
                                .map(ClusterJob::id)
                                .equals(job.cluster().map(ClusterJob::id)));
    }

    Optional<String> words(Job job) {
        return Optional.ofNullable(unknown.get(job.number()))
                .or(() -> of(job).flatMap(Sight::found).map(SlurmJob::words));
    }

    void extinguished(long job) {
        extinguished.add(job);
    }

    boolean isExtinguished(long job) {
        return extinguished.contains(job);
    }

    void forget(long job) {
        sights.remove(job);
        unknown.remove(job);
        extinguished.remove(job);
    }

    /// What Slurm has said of a job.
    ///
    /// @param asked the job as it was before Slurm was asked
    /// @param found empty if Slurm does not know it any more
    /// @param since when it was first said so
    record Sight(Job asked, Optional<SlurmJob> found, Instant since) {
        Optional<SlurmState> state() {
            return found.map(SlurmJob::state);
        }

        Sight in(SlurmState other) {
            return new Sight(asked, found.map(job -> job.in(other)), since);
        }

        boolean isOver() {
            return state().map(SlurmState::isEnded).orElse(true);
        }

        /// Returns whether the job waits in Slurm's queue, perhaps again.
        boolean isWaiting() {
            return state().filter(state -> state.phase() == SlurmState.Phase.WAITING).isPresent();
        }

        /// Returns whether Slurm is done with the job for certain. One that it does not know may be
        /// only overlooked, for as long as the patience.
        boolean isCertainlyOver(Instant now, Duration patience) {
            return isOver()
                    && (found.isPresent() || Duration.between(since, now).compareTo(patience) >= 0);
        }

        /// Returns this sight, as of the time of the one before if that said the same.
        Sight after(Optional<Sight> before) {
            return before.filter(earlier -> earlier.state().equals(state()))
                    .map(earlier -> new Sight(asked, found, earlier.since))
                    .orElse(this);
        }
    }
}
