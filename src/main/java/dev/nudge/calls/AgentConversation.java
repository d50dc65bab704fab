package dev.nudge.calls;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Agents.Found;
import dev.nudge.agent.Presence;
import dev.nudge.job.NudgeTarget;
import dev.nudge.mcp.McpSession;
import dev.nudge.process.LoopGuard;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Serves an agent: MCP on its connection, and the notes that an earlier agent in the same pane did
/// not receive.
public final class AgentConversation implements Conversation {
    private static final Logger LOG = System.getLogger(AgentConversation.class.getName());
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final Hello hello;
    private final McpSession session;
    private final AgentWorkbench workbench;
    private final Agents agents;
    private final Presence presence;
    private final Consumer<NudgeTarget> arrived;
    private volatile boolean isOver;

    /// @param arrived called with the agent once it is found: it gets the notes that agents before
    ///   it have not received
    public AgentConversation(
            Hello hello,
            McpSession session,
            AgentWorkbench workbench,
            Agents agents,
            Presence presence,
            Consumer<NudgeTarget> arrived) {
        this.hello = hello;
        this.session = session;
        this.workbench = workbench;
        this.agents = agents;
        this.presence = presence;
        this.arrived = arrived;
    }

    @Override
    public void hold() throws IOException {
        // Finding the pane takes some tmux calls, which the agent does not wait for.
        Thread.ofVirtual().name("inherit-" + hello.pid()).start(this::inherit);
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
        if (agents.find(hello) instanceof Found.At(NudgeTarget target)) {
            presence.arrived(this, target);
            if (isOver) {
                presence.left(this);
            }
            arrived.accept(target);
        }
    }
}
