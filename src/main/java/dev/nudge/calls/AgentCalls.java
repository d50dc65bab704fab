package dev.nudge.calls;

import dev.nudge.agent.Agents;
import dev.nudge.agent.Agents.Found;
import dev.nudge.agent.Presence;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.mcp.McpSession;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.process.LoopGuard;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.watch.WatchRunner;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Serves agents: makes a workbench for each connection, and the conversation that uses it.
public final class AgentCalls {
    private final JobControl control;
    private final Agents agents;
    private final JobOutbox outbox;
    private final WaitingCalls waiting;
    private final WatchRunner watches;
    private final Consumer<NudgeTarget> arrived;
    private final Map<Long, String> declined = new ConcurrentHashMap<>();

    /// @param arrived called with an agent when it is found: it gets the notes that agents before
    ///   it have not received
    public AgentCalls(
            JobControl control,
            Agents agents,
            JobOutbox outbox,
            WaitingCalls waiting,
            WatchRunner watches,
            Consumer<NudgeTarget> arrived) {
        this.control = control;
        this.agents = agents;
        this.outbox = outbox;
        this.waiting = waiting;
        this.watches = watches;
        this.arrived = arrived;
    }

    public Conversation conversation(Hello hello, LineReader in, LineWriter out, String version) {
        CallingAgent agent = new CallingAgent(hello, agents, outbox::runsHooks, arrived);
        AgentWorkbench workbench =
                new AgentWorkbench(agent, control, outbox, waiting, watches, declined);
        return new AgentConversation(agent, new McpSession(in, out, version, workbench));
    }

    public Conversation monitor(Hello hello, LineReader in, LineWriter out) {
        return agents.monitor(hello, in, out, outbox::wakeWaiting);
    }

    /// Serves an agent: MCP on its connection, and the notes that an earlier agent in the same pane
    /// did not receive.
    private final class AgentConversation implements Conversation {
        private static final Logger LOG = System.getLogger(AgentConversation.class.getName());
        private static final Duration AGAIN = Duration.ofSeconds(2);

        private final CallingAgent agent;
        private final McpSession session;
        private final Presence presence = agents.presence();
        private volatile boolean isOver;

        AgentConversation(CallingAgent agent, McpSession session) {
            this.agent = agent;
            this.session = session;
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
                    agent.outside().filter(agent::isWoken).ifPresent(arrived);
                }
            }
        }

        private void arrived(NudgeTarget target) {
            arrive(() -> presence.arrived(this, target, agent.client()));
            arrived.accept(target);
        }

        private void arrive(Runnable arrival) {
            arrival.run();
            if (isOver) {
                presence.left(this);
            }
        }
    }
}
