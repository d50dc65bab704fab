package dev.nudge.console;

import dev.nudge.agent.Presence;
import dev.nudge.delivery.typing.Receptivity;
import dev.nudge.job.NudgeTarget;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.protocol.Response;

/// Describes the connected agents to a client.
public final class AgentReports {
    private final Presence presence;
    private final JobOutbox outbox;

    public AgentReports(Presence presence, JobOutbox outbox) {
        this.presence = presence;
        this.outbox = outbox;
    }

    /// Lists the agents, and for each whether a result could be typed now. Blocks for one tmux call
    /// each.
    Response.Agents all() {
        return new Response.Agents(presence.all().stream().map(this::describe).toList());
    }

    private Response.Agent describe(NudgeTarget agent) {
        Receptivity seen = outbox.receptivity(agent);
        return new Response.Agent(
                agent.paneId(),
                agent.session(),
                agent.agentPid(),
                seen.state(),
                seen.obstacle().orElse(null));
    }
}
