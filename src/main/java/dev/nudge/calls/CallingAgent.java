package dev.nudge.calls;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Agents.Found;
import dev.nudge.agent.Presence.AgentClient;
import dev.nudge.agent.Presence.AgentClient.TaskUse;
import dev.nudge.agent.Waking;
import dev.nudge.exec.AgentVariables;
import dev.nudge.job.Job;
import dev.nudge.job.Telling;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.mcp.OngoingCalls;
import dev.nudge.protocol.Hello;
import dev.nudge.text.CallerZone;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The agent that makes the calls of one connection.
final class CallingAgent {
    private final AgentClient client;
    private final Agents agents;
    private final Predicate<NudgeTarget> runsHooks;
    private final Consumer<NudgeTarget> arrived;
    private final AtomicReference<@Nullable NudgeTarget> called = new AtomicReference<>();
    private volatile Consumer<NudgeTarget> calls = _ -> {};

    /// How its client uses tasks if it declares them, which each of its requests asks.
    private final TaskUse declared;

    /// @param runsHooks whether an agent runs nudge's hooks
    /// @param arrived called with the agent when it is found, as for [AgentCalls]
    CallingAgent(
            Hello hello,
            Agents agents,
            Predicate<NudgeTarget> runsHooks,
            Consumer<NudgeTarget> arrived) {
        this.runsHooks = runsHooks;
        this.client = new AgentClient(hello);
        this.agents = agents;
        this.arrived = arrived;
        this.declared = agents.failsWithTasks(hello) ? TaskUse.OFF : TaskUse.ON;
    }

    Hello hello() {
        return client.hello();
    }

    AgentClient client() {
        return client;
    }

    /// Returns how its client uses tasks: modern ones speak a version of MCP that has them.
    TaskUse use(boolean isModern, boolean declaresTasks) {
        if (!isModern) {
            return TaskUse.OLD;
        }
        return declaresTasks ? declared : TaskUse.OFF;
    }

    /// Returns its time zone, to read a time that it gives.
    ///
    /// @throws IllegalArgumentException as [CallerZone#of]
    CallerZone zone() {
        return CallerZone.of(hello().environment());
    }

    /// Returns its time zone, to show times: UTC if it cannot be known.
    CallerZone shownZone() {
        return CallerZone.orUtc(hello().environment());
    }

    /// Looks for the agent, as [Agents#find] does. Blocks for some tmux calls.
    Found find() {
        Found found = agents.find(hello(), OngoingCalls.thread());
        if (found instanceof Found.At(NudgeTarget target) && target.hasThread()) {
            called(target);
        }
        return found;
    }

    /// Passes on what this thread was not told by an earlier server, once.
    private void called(NudgeTarget thread) {
        if (!thread.equals(called.getAndSet(thread))) {
            Thread.ofVirtual().name("called-" + thread.thread()).start(() -> calls.accept(thread));
        }
    }

    /// Has something done with a thread of a server when it is first seen: its calls show which one
    /// the connection belongs to.
    void onCall(Consumer<NudgeTarget> first) {
        calls = first;
    }

    /// Returns it as an agent without a pane; empty if it has ended.
    Optional<NudgeTarget> outside() {
        return agents.outside(hello());
    }

    boolean isAlive(NudgeTarget other) {
        return agents.isAlive(other);
    }

    /// Returns it where it is, in a pane or outside; empty if it has ended. Blocks for some tmux
    /// calls.
    Optional<NudgeTarget> here() {
        return find() instanceof Found.At(NudgeTarget target) ? Optional.of(target) : outside();
    }

    /// Returns what can be promised to it of news that are reported so, and for which its client
    /// has no task.
    Promise promise(Telling telling, NudgeTarget here) {
        if (telling == Telling.SILENT) {
            return new Promise(telling, Optional.empty(), false);
        }
        Waking waking = waking(here);
        return new Promise(telling, waking.objection(), waking.hasHooks());
    }

    /// Returns whether news wake it for which its client has no task.
    boolean isWoken(NudgeTarget here) {
        return waking(here).objection().isEmpty();
    }

    private Waking waking(NudgeTarget here) {
        return agents.waking(here, client, runsHooks.test(here));
    }

    /// Returns its environment, with everything that it withholds from its servers.
    AgentVariables environment(NudgeTarget agent) {
        return agents.variables(agent);
    }

    boolean isRecipientOf(Job job) {
        return job.target().filter(t -> agents.isOf(hello(), OngoingCalls.thread(), t)).isPresent();
    }

    /// Passes notes on to it at once: a new agent may ask for a job before it has become the
    /// recipient of its predecessor's notes.
    void inherit() {
        if (find() instanceof Found.At(NudgeTarget target)) {
            arrived.accept(target);
        }
    }

    /// What an answer says of the news that come later. It promises only what can be kept: a model
    /// that waits in vain sleeps for ever.
    ///
    /// @param telling what is wanted
    /// @param objection why nothing wakes the agent; empty if something does
    /// @param hasHooks whether it has run nudge's hooks, which report what waits with its next
    ///   prompt
    record Promise(Telling telling, Optional<String> objection, boolean hasHooks) {
        boolean isKept() {
            return objection.isEmpty();
        }

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
}
