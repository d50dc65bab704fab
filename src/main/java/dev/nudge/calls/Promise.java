package dev.nudge.calls;

import dev.nudge.job.Job;
import dev.nudge.job.Telling;
import java.util.Optional;

/// What an answer says of the news that come later. It promises only what can be kept: a model that
/// waits in vain sleeps for ever.
///
/// @param telling what is wanted
/// @param objection why nothing can be reported to the agent before it asks; empty if something can
record Promise(Telling telling, Optional<String> objection) {
    /// Of news that are always wanted.
    static Promise ofNews(Optional<String> objection) {
        return new Promise(Telling.INJECT, objection);
    }

    boolean isKept() {
        return objection.isEmpty();
    }

    /// Says whether the end of this job will be reported.
    String ofTheEnd(Job job) {
        return switch (telling) {
            case INJECT -> or("I will notify you when it finishes.", job);
            case NOTIFY -> or("I will notify you when it finishes, without its output.", job);
            case ON_FAILURE -> or("I will notify you only if it fails.", job);
            case SILENT -> "I will not notify you when it finishes.";
        };
    }

    /// Returns this promise, or, if it cannot be kept, how to get the news of this job.
    String or(String promise, Job job) {
        return objection
                .map(why ->
                        "I cannot notify this agent: %s. Use wait_for_job with job %d."
                                .formatted(why, job.number()))
                .orElse(promise);
    }
}
