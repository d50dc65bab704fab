package dev.nudge.store;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The jobs that a loss of power could still take away. What prevents that waits for the disk, some
/// milliseconds each time, so it begins at once, on threads of its own, and continues while the
/// command is being started. Thread-safe.
final class FreshJobs {
    private static final Logger LOG = System.getLogger(FreshJobs.class.getName());
    private static final CompletableFuture<Boolean> NOT_BEGUN =
            CompletableFuture.completedFuture(false);

    /// From so many directories on, it costs less to write all that the file system holds.
    private static final int MANY = 16;

    /// How long that may take: others may be writing gigabytes to the same disk.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

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

    /// Makes all files of these jobs durable, and their names. Blocks until the disk has all of
    /// them: by one step of their file system (syncfs(2)), which takes some 30 ms for 1,000 jobs,
    /// or one by one, if there are few, or if that fails or takes too long, which takes 60 times as
    /// much.
    void settle(List<JobDirectory> block) throws IOException {
        if (block.size() < MANY || !hasSyncedAll()) {
            AtOnce.forEach(block, FreshJobs::syncFiles);
        }
        for (JobDirectory job : block) {
            settle(job.number());
        }
    }

    private boolean hasSyncedAll() throws IOException {
        try {
            return new ShortProgram(PATIENCE, "sync", "-f", jobs.toString())
                    .failure("")
                    .map(reason -> {
                        LOG.log(Level.DEBUG, "sync -f {0}: {1}", jobs, reason);
                        return false;
                    })
                    .orElse(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the disk was being written", e);
        }
    }

    private static void syncFiles(JobDirectory job) throws IOException {
        try (Stream<Path> files = Files.list(job.path())) {
            for (Path file : files.toList()) {
                AtomicFile.sync(file);
            }
        }
        AtomicFile.sync(job.path());
    }

    void forget(long number) {
        syncs.remove(number);
    }
}
