package dev.nudge.calls;

import dev.nudge.agent.Agents.Found;
import dev.nudge.agent.Presence;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.mcp.McpSession;
import dev.nudge.process.LoopGuard;
import dev.nudge.protocol.Conversation;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Serves an agent: MCP on its connection, and the notes that an earlier agent in the same pane did
/// not receive.
final class AgentConversation implements Conversation {
    private static final Logger LOG = System.getLogger(AgentConversation.class.getName());
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final CallingAgent agent;
    private final McpSession session;
    private final AgentWorkbench workbench;
    private final Presence presence;
    private volatile boolean isOver;

    AgentConversation(
            CallingAgent agent, McpSession session, AgentWorkbench workbench, Presence presence) {
        this.agent = agent;
        this.session = session;
        this.workbench = workbench;
        this.presence = presence;
        agent.onCall(this::arrived);
    }

    @Override
    public void hold() throws IOException {
        // Finding the pane takes some tmux calls, which the agent does not wait for.
        Thread.ofVirtual().name("inherit-" + agent.hello().pid()).start(this::inherit);
        try {
            session.serve();
        } finally {
            isOver = true;
            workbench.close();
            presence.left(this);
        }
    }

    private void inherit() {
        try {
            while (!isOver && !LoopGuard.run(LOG, "the passing on of notes", this::passOn)) {
                TimeUnit.MILLISECONDS.sleep(AGAIN.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void passOn() {
        switch (agent.find()) {
            case Found.At(NudgeTarget target) -> arrived(target);
            case Found.Nowhere _ -> {
                arrive(() -> presence.arrivedElsewhere(this, agent.client()));
                agent.outside().filter(agent::isWoken).ifPresent(agent::inherit);
            }
        }
    }

    private void arrived(NudgeTarget target) {
        arrive(() -> presence.arrived(this, target, agent.client()));
        agent.inherit(target);
    }

    private void arrive(Runnable arrival) {
        arrival.run();
        if (isOver) {
            presence.left(this);
        }
    }
}
