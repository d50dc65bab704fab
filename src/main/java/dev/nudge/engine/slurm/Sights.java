package dev.nudge.engine.slurm;

import dev.nudge.job.Job;
import dev.nudge.job.cluster.ClusterJob;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What Slurm has said last of the jobs that have not ended.
final class Sights {
    private final Sites sites;

    /// By the number of the job.
    private final ConcurrentMap<Long, Sight> sights = new ConcurrentHashMap<>();

    Sights(Sites sites) {
        this.sites = sites;
    }

    /// Asks each cluster once for all of its jobs, and forgets all others.
    ///
    /// @param jobs all that Slurm has, and that have not ended
    /// @throws IOException if some cluster cannot be asked now; the others have been
    void refresh(Collection<Job> jobs) throws IOException {
        Set<Long> wanted = jobs.stream().map(Job::number).collect(Collectors.toSet());
        sights.keySet().retainAll(wanted);
        Map<SlurmSite, List<Job>> bySite =
                jobs.stream().collect(Collectors.groupingBy(sites::site));
        Optional<IOException> failure = Optional.empty();
        for (Map.Entry<SlurmSite, List<Job>> some : bySite.entrySet()) {
            try {
                ask(some.getKey(), some.getValue());
            } catch (IOException e) {
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /// Asks for one job.
    ///
    /// @throws IOException if it cannot be asked now
    Optional<Sight> ask(Job job) throws IOException {
        ask(sites.site(job), List.of(job));
        return of(job);
    }

    private void ask(SlurmSite site, List<Job> jobs) throws IOException {
        Map<String, SlurmJob> known =
                sites.ask(site, SlurmCommands::list).stream()
                        .collect(Collectors.toMap(SlurmJob::id, Function.identity(), (a, _) -> a));
        Instant now = Instant.now();
        for (Job job : jobs) {
            String id = cluster(job).id();
            Optional<SlurmJob> found = Optional.ofNullable(known.get(id));
            if (found.isEmpty()) {
                try {
                    found = new SlurmCommands(site).past(id);
                } catch (IOException accountingIsDown) {
                    // Nothing is known of this one now, and the others are not to wait for it.
                    continue;
                }
            }
            Sight sight = new Sight(job, found, now);
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

    /// Returns what a list should say of a job; empty if nothing was said of it.
    Optional<String> words(Job job) {
        Optional<String> trouble = sites.trouble(sites.site(job));
        return trouble.isPresent()
                ? trouble
                : of(job).flatMap(Sight::found).map(SlurmJob::words).filter(w -> !w.isEmpty());
    }

    void forget(long job) {
        sights.remove(job);
    }
}
