package dev.nudge.jobs;

import dev.nudge.engine.Cluster;
import dev.nudge.engine.Engines;
import dev.nudge.job.Job;
import dev.nudge.process.LoopGuard;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds out what has become of jobs in clusters, whose machines send no events. Asks each engine
/// for all of its jobs at once, less and less often while nothing changes, and reads the bells in
/// between. Idle while there is no such job.
public final class ClusterWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ClusterWatch.class.getName());

    private static final Duration BELLS = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /// The longest while a cluster cannot be reached.
    private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(10);

    private final Jobs jobs;
    private final Engines engines;
    private final Path bells;
    private final Runnable asked;
    private final Semaphore causes = new Semaphore(0);
    private volatile boolean isClosed;

    /// The jobs at the last look. Used by the one thread only, like the next three.
    private Map<Long, Job> seen = Map.of();

    private Duration pause = SHORTEST_PAUSE;
    private long askedAt = System.nanoTime();
    private boolean isUrgent;

    /// @param asked called each time the engines have been asked; must not block
    ClusterWatch(Jobs jobs, Engines engines, StateDirectory state, Runnable asked) {
        this.jobs = jobs;
        this.engines = engines;
        this.bells = state.exits();
        this.asked = asked;
    }

    public void start() {
        jobs.onChange(causes::release);
        Thread.ofPlatform().daemon().name("clusters").start(this::run);
    }

    private void run() {
        while (!isClosed) {
            try {
                if (members().isEmpty()) {
                    causes.acquire();
                }
                // Not at each change: most are of other jobs.
                TimeUnit.MILLISECONDS.sleep(BELLS.toMillis());
                causes.drainPermits();
            } catch (InterruptedException e) {
                return;
            }
            var _ = LoopGuard.runBriefly(LOG, "a look at the clusters", this::look);
        }
    }

    private List<JobEntry> members() {
        return jobs.unended().filter(entry -> entry.job().cluster().isPresent()).toList();
    }

    private void look() {
        List<JobEntry> members = members();
        Set<String> rung = rung();
        for (JobEntry entry : members) {
            if (rung.contains(Long.toString(entry.job().number()))) {
                answer(entry);
            }
        }
        Map<Long, Job> now = snapshot(members);
        if (!now.equals(seen)) {
            pause = SHORTEST_PAUSE;
        }
        if (isUrgent || System.nanoTime() - askedAt >= pause.toNanos()) {
            ask(members, now);
        }
        seen = snapshot(members());
    }

    /// Removes the bell first, so that it is answered once: the next start, if the cluster has put
    /// the job back, may ring it again.
    private void answer(JobEntry entry) {
        long number = entry.job().number();
        try {
            Files.deleteIfExists(bells.resolve(Long.toString(number)));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a bell cannot be removed: {0}", Reasons.of(e));
        }
        jobs.endIfOver(number);
        if (!entry.job().isEnded()) {
            // The cluster may take a moment until it knows that the job is over.
            isUrgent = true;
            pause = SHORTEST_PAUSE;
        }
    }

    private static Map<Long, Job> snapshot(List<JobEntry> members) {
        return members.stream()
                .map(JobEntry::job)
                .filter(job -> !job.isEnded())
                .collect(Collectors.toMap(Job::number, job -> job));
    }

    private void ask(List<JobEntry> members, Map<Long, Job> now) {
        isUrgent = false;
        askedAt = System.nanoTime();
        Map<Optional<Cluster>, List<Job>> byCluster =
                now.values().stream().collect(Collectors.groupingBy(engines::cluster));
        Duration longest = LONGEST_PAUSE;
        for (Map.Entry<Optional<Cluster>, List<Job>> its : byCluster.entrySet()) {
            if (its.getKey().isPresent() && !isRefreshed(its.getKey().get(), its.getValue())) {
                longest = OUTAGE_PAUSE;
            }
        }
        members.forEach(jobs::sweep);
        if (snapshot(members).equals(now)) {
            Duration longer = pause.multipliedBy(3).dividedBy(2);
            pause = longer.compareTo(longest) < 0 ? longer : longest;
        }
        asked.run();
    }

    private static boolean isRefreshed(Cluster cluster, Collection<Job> its) {
        try {
            cluster.refresh(its);
            return true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} cannot be asked now: {1}", cluster.name(), Reasons.of(e));
            return false;
        }
    }

    private Set<String> rung() {
        try (Stream<Path> files = Files.list(bells)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the bells cannot be read: {0}", Reasons.of(e));
            return Set.of();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        causes.release();
    }
}
