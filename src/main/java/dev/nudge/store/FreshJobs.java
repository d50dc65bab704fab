package dev.nudge.store;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// The jobs that a loss of power could still take away. What prevents that waits for the disk, some
/// milliseconds each time, so it begins at once, on threads of its own, and continues while the
/// command is being started. Thread-safe.
final class FreshJobs {
    private static final Logger LOG = System.getLogger(FreshJobs.class.getName());
    private static final CompletableFuture<Boolean> NOT_BEGUN =
            CompletableFuture.completedFuture(false);

    private final Path jobs;
    private final Map<Long, Syncs> syncs = new ConcurrentHashMap<>();

    /// What is under way for one job. Each becomes true, or false if it has failed.
    ///
    /// @param name for the directory in which its own directory has its name
    /// @param record for its first record, and the directory that holds it
    private record Syncs(CompletableFuture<Boolean> name, CompletableFuture<Boolean> record) {}

    /// @param jobs the directory that holds those of the jobs
    FreshJobs(Path jobs) {
        this.jobs = jobs;
    }

    /// Adds jobs whose directories have just been made, and begins to make their names durable.
    void add(List<JobDirectory> made) {
        CompletableFuture<Boolean> name = begin(jobs);
        made.forEach(job -> syncs.put(job.number(), new Syncs(name, NOT_BEGUN)));
    }

    /// Begins to make the first record of a job durable, which has just been written.
    void recorded(JobDirectory job) {
        CompletableFuture<Boolean> record = begin(job.record(), job.path());
        syncs.computeIfPresent(job.number(), (_, its) -> new Syncs(its.name(), record));
    }

    /// Returns whether a record of this job is durable. Blocks while that is under way.
    boolean hasRecord(long number) {
        Syncs its = syncs.get(number);
        return its == null || its.record().join();
    }

    /// Makes the name of a job durable whose record is durable already. Blocks until it is.
    ///
    /// @throws IOException if that is impossible now; call it again later
    void settle(long number) throws IOException {
        Syncs its = syncs.get(number);
        if (its != null && !its.name().join()) {
            AtomicFile.sync(jobs);
        }
        syncs.remove(number);
    }

    /// Forgets a job that has been removed.
    void forget(long number) {
        syncs.remove(number);
    }

    private static CompletableFuture<Boolean> begin(Path... paths) {
        return CompletableFuture.supplyAsync(() -> sync(paths), Thread::startVirtualThread)
                .exceptionally(_ -> false);
    }

    private static boolean sync(Path... paths) {
        try {
            for (Path path : paths) {
                AtomicFile.sync(path);
            }
            return true;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "not durable yet: {0}", e.toString());
            return false;
        }
    }
}
