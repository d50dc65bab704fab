package dev.nudge.jobs;

import dev.nudge.job.Job;

/// A listener, together with one that needs to know only that something has changed.
///
/// @param changes called at every change; must not block
public record ToldOfChanges(JobListener listener, Runnable changes) implements JobListener {
    @Override
    public void started(Job job) {
        listener.started(job);
    }

    @Override
    public void ended(Job job) {
        listener.ended(job);
    }

    @Override
    public void changed() {
        listener.changed();
        changes.run();
    }
}
