package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.JobRecord;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/// Tells one client of the ends for which it waits, each as it comes.
final class EndReports implements AutoCloseable {
    private static final Logger LOG = System.getLogger(EndReports.class.getName());

    private final JobEnds ends;
    private final LineWriter out;
    private final List<CompletableFuture<Job>> waits = new CopyOnWriteArrayList<>();

    EndReports(JobEnds ends, LineWriter out) {
        this.ends = ends;
        this.out = out;
    }

    /// Has the end of this job told.
    void add(JobEntry entry) {
        CompletableFuture<Job> end = ends.of(entry);
        waits.add(end);
        // A client that does not read must not hold up who records the end.
        var _ = end.thenAcceptAsync(this::tell, task -> Thread.ofVirtual().name("end").start(task));
    }

    private void tell(Job job) {
        try {
            out.writeJson(new Response.Ended(JobRecord.of(job)));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client that waited went away", e);
        }
    }

    /// Ends the waits: the client has gone.
    @Override
    public void close() {
        waits.forEach(end -> end.cancel(false));
    }
}
