package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.Polling;
import dev.nudge.engine.slurm.Sights.Sight;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;
import dev.nudge.store.EndRequest;
import dev.nudge.store.JobStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Ends jobs, and sends them signals.
record Ending(JobStore store, Submitter submitter, Sites sites, Sights sights) {
    /// Until a job that was killed counts as one that cannot be.
    private static final Duration KILLING = Duration.ofMinutes(1);

    /// Until a job that was killed is cancelled too: its batch script may not have begun.
    private static final Duration KILL_ARRIVES = Duration.ofSeconds(5);

    /// Ends a job, as [dev.nudge.engine.Engine#end]. May be repeated if it fails.
    void end(Job job, Duration grace) throws IOException {
        if (job.state().submitted().isPresent()) {
            // It may be starting just now; if not, it never will.
            boolean _ = submitter.revoke(job);
            sites.cancel(sites.place(job), id(job));
        } else {
            askToEnd(job, grace);
        }
        if (!Polling.await(KILLING, Duration.ofSeconds(1), () -> isOver(job))) {
            Optional<String> trouble = sites.trouble(sites.place(job));
            if (trouble.isPresent()) {
                throw new UnreachableException(trouble.get());
            }
        }
    }

    private void askToEnd(Job job, Duration grace) throws IOException {
        EndRequest request = request(job);
        var _ = signal(job, Signal.CONT);
        if (!Polling.await(request.left(grace), () -> isRecorded(job))) {
            boolean _ = sites.ask(sites.place(job), slurm -> slurm.kill(id(job)));
            sights.extinguished(job.number());
            // Not at once: that would send SIGTERM again.
            if (!Polling.await(KILL_ARRIVES, Duration.ofSeconds(1), () -> isOver(job))) {
                sites.cancel(sites.place(job), id(job));
            }
        }
        store.forgetEndRequest(job.number());
    }

    /// Sends SIGTERM, unless an earlier daemon has: scancel outlives the daemon that runs it.
    private EndRequest request(Job job) throws IOException {
        ClusterJob in = job.cluster().orElseThrow();
        String start = "%s.%d".formatted(in.id(), in.restarts());
        Optional<EndRequest> earlier = store.readEndRequest(job.number(), start);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        EndRequest request = new EndRequest(start, Instant.now(), Set.of(), false);
        store.saveEndRequest(job.number(), request);
        try {
            var _ = signal(job, Signal.TERM);
            return request;
        } catch (IOException e) {
            store.forgetEndRequest(job.number());
            throw e;
        }
    }

    private boolean isRecorded(Job job) {
        try {
            return store.readExit(job.number()).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /// Returns whether Slurm is done with a job. One that it is putting back into its queue is
    /// taken out of it: the end that has been recorded was not the last.
    private boolean isOver(Job job) {
        try {
            Optional<Sight> sight = sights.ask(job);
            if (sight.filter(Sight::isWaiting).isPresent()) {
                sites.cancel(sites.place(job), id(job));
            }
            return sight.filter(Sight::isOver).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /// Sends a signal, and returns whether Slurm knows the job.
    boolean signal(Job job, Signal signal) throws IOException {
        return sites.ask(sites.place(job), slurm -> slurm.signal(id(job), signal));
    }

    private static String id(Job job) {
        return job.cluster().orElseThrow().id();
    }
}
