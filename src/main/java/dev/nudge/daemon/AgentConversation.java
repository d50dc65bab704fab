package dev.nudge.daemon;

import dev.nudge.daemon.Agents.Found;
import dev.nudge.job.NudgeTarget;
import dev.nudge.mcp.McpSession;
import dev.nudge.protocol.Hello;
import java.io.IOException;

/// Serves an agent: MCP on its connection, and the notes that an earlier agent in the same pane did
/// not get to see.
final class AgentConversation implements Conversation {
    private final Hello hello;
    private final McpSession session;
    private final Agents agents;
    private final Inheritance inheritance;

    AgentConversation(Hello hello, McpSession session, Agents agents, Inheritance inheritance) {
        this.hello = hello;
        this.session = session;
        this.agents = agents;
        this.inheritance = inheritance;
    }

    @Override
    public void hold() throws IOException {
        // Finding the pane takes some tmux calls, for which the agent does not wait.
        Thread.ofVirtual().name("inherit-" + hello.pid()).start(this::inherit);
        session.serve();
    }

    private void inherit() {
        if (agents.find(hello) instanceof Found.At(NudgeTarget target)) {
            inheritance.pass(target);
        }
    }
}
