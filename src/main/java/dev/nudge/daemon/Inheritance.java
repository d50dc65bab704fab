package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeTarget;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Passes what an agent that has ended was still to be told on to the next agent in its pane; or,
/// if the pane has gone as well, to the next one at the same place.
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

    /// Binds to this agent the untold jobs that are due to it. Blocks for some tmux calls.
    void pass(NudgeTarget heir) {
        Map<NudgeTarget, Boolean> left = new HashMap<>();
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
                ? !bound.equals(heir) && !agents.isAlive(bound)
                : bound.isSamePlace(heir) && !agents.hasPane(bound);
    }

    /// What was offered to a session that ended without a prompt is to be told again.
    private static Job bound(Job job, NudgeTarget heir) {
        Job passed = job.withTarget(heir);
        Job untold =
                job.nudge() instanceof Nudge.Offered
                        ? passed.withNudge(new Nudge.Pending())
                        : passed;
        return untold.question()
                .filter(q -> q.nudge() instanceof Nudge.Offered)
                .map(q -> untold.withQuestionNudge(q.question().id(), new Nudge.Pending()))
                .orElse(untold);
    }

    /// A hook may have offered it to the heir meanwhile: then it is bound already, and not untold.
    private static void bind(JobEntry entry, NudgeTarget left, NudgeTarget heir) {
        try {
            entry.apply(j -> j.target().filter(left::equals).isPresent() ? bound(j, heir) : j);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0} stays with an agent that has gone: {1}",
                    entry.job().number(),
                    Reasons.of(e));
        }
    }
}
