package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;

/// Passes what an agent that has ended was still to be told on to the next agent in its pane.
final class Inheritance {
    private static final Logger LOG = System.getLogger(Inheritance.class.getName());

    private final Jobs jobs;
    private final Agents agents;
    private final Consumer<NudgeTarget> wake;

    /// @param wake called with an agent that may have something to be told
    Inheritance(Jobs jobs, Agents agents, Consumer<NudgeTarget> wake) {
        this.jobs = jobs;
        this.agents = agents;
        this.wake = wake;
    }

    /// Binds the untold jobs of this agent's pane to it, if the agent that they are bound to has
    /// gone.
    void pass(NudgeTarget heir) {
        jobs.entries().stream().filter(e -> isDue(e.job(), heir)).forEach(e -> bind(e, heir));
        wake.accept(heir);
    }

    private boolean isDue(Job job, NudgeTarget heir) {
        Optional<NudgeTarget> bound = job.target();
        return bound.isPresent()
                && job.nudge().isOpen()
                && bound.get().isSamePane(heir)
                && !bound.get().equals(heir)
                && !agents.isAlive(bound.get());
    }

    private static void bind(JobEntry entry, NudgeTarget heir) {
        try {
            entry.apply(j -> j.withTarget(heir));
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0} stays with an agent that has gone: {1}",
                    entry.job().number(),
                    Reasons.of(e));
        }
    }
}
