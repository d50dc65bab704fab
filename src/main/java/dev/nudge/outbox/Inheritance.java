package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.NudgeEvent;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Passes unreported notes of an agent that has ended on to the next agent in its pane, or, if the
/// pane is gone as well, to the next one at the same place.
public final class Inheritance {
    private static final Logger LOG = System.getLogger(Inheritance.class.getName());

    private final Jobs jobs;
    private final Recipients recipients;
    private final JobOutbox outbox;
    private final Consumer<NudgeTarget> wake;

    /// @param wake called with an agent that may have something to receive
    public Inheritance(
            Jobs jobs, Recipients recipients, JobOutbox outbox, Consumer<NudgeTarget> wake) {
        this.jobs = jobs;
        this.recipients = recipients;
        this.outbox = outbox;
        this.wake = wake;
    }

    /// Binds to this agent the unreported jobs that are due to it. Blocks for some tmux calls.
    public void pass(NudgeTarget heir) {
        outbox.receive();
        Map<NudgeTarget, Boolean> left = new HashMap<>();
        outbox.prove(bound -> left.computeIfAbsent(bound, b -> isLeftTo(heir, b)));
        outbox.giveBack(bound -> left.computeIfAbsent(bound, b -> isLeftTo(heir, b)));
        for (JobEntry entry : jobs.entries()) {
            Optional<NudgeTarget> bound = entry.job().target();
            if (bound.isPresent()
                    && entry.job().isToBeTold()
                    && left.computeIfAbsent(bound.get(), b -> isLeftTo(heir, b))) {
                bind(entry, bound.get(), heir);
            }
        }
        wake.accept(heir);
    }

    private boolean isLeftTo(NudgeTarget heir, NudgeTarget bound) {
        return bound.isSamePane(heir)
                ? !bound.equals(heir) && !recipients.isAlive(bound)
                : bound.isSamePlace(heir) && !recipients.hasPane(bound);
    }

    private static Job bound(Job job, NudgeTarget heir) {
        NudgeEvent ended = new NudgeEvent.AgentEnded(Instant.now());
        return job.withTarget(heir).afterForAll(ended);
    }

    /// Binds a job to the recipient, unless it has been bound there meanwhile.
    private static void bind(JobEntry entry, NudgeTarget left, NudgeTarget heir) {
        try {
            entry.apply(j -> j.target().filter(left::equals).isPresent() ? bound(j, heir) : j);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0} still belongs to an agent that has ended: {1}",
                    entry.job().number(),
                    Reasons.of(e));
        }
    }
}
