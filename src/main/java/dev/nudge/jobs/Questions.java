package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Learns from the holders of terminals which jobs wait for someone to type.
public final class Questions {
    private static final Logger LOG = System.getLogger(Questions.class.getName());

    private final Jobs jobs;
    private final JobStore store;
    private final List<Consumer<Job>> listeners = new CopyOnWriteArrayList<>();

    public Questions(Jobs jobs, JobStore store) {
        this.jobs = jobs;
        this.store = store;
    }

    public void onChange(Consumer<Job> listener) {
        listeners.add(listener);
    }

    /// Checks what this job waits for. Harmless if nothing has changed.
    public void look(long number) {
        silence(number);
        jobs.find(number).ifPresent(this::look);
    }

    private void look(JobEntry entry) {
        if (entry.job().spec().terminal().isEmpty()) {
            return;
        }
        // Two checks at once must not take effect in the wrong order: each reads under the lock.
        boolean isChanged =
                entry.applyFact(job ->
                        store.readQuestion(job.number())
                                .map(asked -> job.asking(asked, Instant.now()))
                                .orElseGet(job::notAsking));
        if (isChanged) {
            listeners.forEach(listener -> listener.accept(entry.job()));
        }
    }

    /// Checks all jobs that may wait: bells may have rung while no daemon listened.
    public void lookAll() {
        try {
            store.rungQuestions().forEach(this::look);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "questions may be missing: {0}", Reasons.of(e));
        }
        jobs.unended().forEach(this::look);
    }

    private void silence(long number) {
        try {
            store.silenceQuestion(number);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: its bell stays: {1}", number, Reasons.of(e));
        }
    }
}
