package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.job.JobState;
import dev.nudge.job.record.JobRecord;
import dev.nudge.jobs.JobEnds;
import dev.nudge.jobs.JobEntry;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Response;
import dev.nudge.upkeep.DiskWatch;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Tells a client of the ends it waits for, each as it comes.
final class EndReports implements AutoCloseable {
    private static final Logger LOG = System.getLogger(EndReports.class.getName());

    private static final Comparator<Job> BY_END =
            Comparator.comparing(EndReports::endOf).thenComparing(Job::number);

    private final JobEnds ends;
    private final DiskWatch disk;
    private final LineWriter out;
    private final Consumer<String> warning;
    private final List<CompletableFuture<Job>> waits = new CopyOnWriteArrayList<>();

    EndReports(JobEnds ends, DiskWatch disk, LineWriter out) {
        this.ends = ends;
        this.disk = disk;
        this.warning = text -> Thread.ofVirtual().name("warning").start(() -> warn(text));
        this.out = out;
    }

    /// Reports the ends of these jobs: those that have ended in the order of their ends, the others
    /// as they come.
    void add(List<JobEntry> jobs) {
        disk.add(warning);
        List<JobEntry> ended = jobs.stream().filter(j -> j.job().isEnded()).toList();
        ended.stream().map(JobEntry::job).sorted(BY_END).forEach(this::tell);
        jobs.stream().filter(j -> !ended.contains(j)).forEach(this::add);
    }

    private void add(JobEntry entry) {
        CompletableFuture<Job> end = ends.of(entry);
        waits.add(end);
        // A client that does not read must not hold up the thread that records the end.
        var _ = end.thenAcceptAsync(this::tell, task -> Thread.ofVirtual().name("end").start(task));
    }

    private static Instant endOf(Job job) {
        return job.state() instanceof JobState.Ended end ? end.at() : Instant.MAX;
    }

    private void tell(Job job) {
        write(new Response.Ended(JobRecord.of(job)));
    }

    /// Warns the client, since anyone who waits for a job that cannot write would wait without a
    /// word.
    private void warn(String text) {
        write(new Response.Warning(text));
    }

    private void write(Response response) {
        try {
            out.writeJson(response);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client that waited went away", e);
        }
    }

    /// Ends the waits: the client is gone.
    @Override
    public void close() {
        disk.remove(warning);
        waits.forEach(end -> end.cancel(false));
    }
}
