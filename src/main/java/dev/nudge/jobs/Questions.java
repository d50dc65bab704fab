package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Learns from the programs that hold the terminals of jobs which job waits for someone to type,
/// and which no longer does.
public final class Questions {
    private static final Logger LOG = System.getLogger(Questions.class.getName());

    private final Jobs jobs;
    private final JobStore store;
    private final List<Consumer<Job>> listeners = new CopyOnWriteArrayList<>();

    public Questions(Jobs jobs, JobStore store) {
        this.jobs = jobs;
        this.store = store;
    }

    /// Calls a listener with every job that has begun or stopped waiting.
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
        if (entry.applyFact(this::asRead)) {
            listeners.forEach(listener -> listener.accept(entry.job()));
        }
    }

    private Job asRead(Job job) {
        Optional<Question> question = store.readQuestion(job.number());
        return question.map(q -> job.asking(q, Instant.now())).orElseGet(job::notAsking);
    }

    /// Checks all jobs that may wait: bells may have rung while no daemon listened.
    public void lookAll() {
        try {
            store.rungQuestions().forEach(this::look);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "questions may be missing: {0}", Reasons.of(e));
        }
        jobs.entries().stream().filter(e -> !e.job().isEnded()).forEach(this::look);
    }

    private void silence(long number) {
        try {
            store.silenceQuestion(number);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: its bell stays: {1}", number, Reasons.of(e));
        }
    }
}
