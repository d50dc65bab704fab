package dev.nudge.calls;

import dev.nudge.job.Job;
import dev.nudge.job.Telling;
import java.util.Optional;

/// What an answer says of the news that come later. It promises only what can be kept: a model that
/// waits in vain sleeps for ever.
///
/// @param telling what is wanted
/// @param objection why nothing wakes the agent; empty if something does
/// @param hasHooks whether it has run nudge's hooks, which report what waits with its next prompt
record Promise(Telling telling, Optional<String> objection, boolean hasHooks) {
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
        String instead =
                hasHooks
                        ? "I cannot wake this agent: %s. Its hooks report this with the next prompt; to get it before, use wait_for_job with job %d."
                        : "I cannot notify this agent: %s. Use wait_for_job with job %d.";
        return objection.map(why -> instead.formatted(why, job.number())).orElse(promise);
    }
}
