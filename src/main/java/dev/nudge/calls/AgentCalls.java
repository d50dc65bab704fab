package dev.nudge.calls;

import dev.nudge.agent.Agents;
import dev.nudge.app.SetTimer;
import dev.nudge.app.WatchOutput;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.mcp.McpSession;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.watch.WatchRunner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Serves agents: makes a workbench for each connection, and the conversation that uses it.
public final class AgentCalls {
    private final JobControl control;
    private final Agents agents;
    private final JobOutbox outbox;
    private final WaitingCalls waiting;
    private final SetTimer timers;
    private final WatchOutput watches;
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
        this.timers = new SetTimer(watches);
        this.watches = new WatchOutput(control.jobs(), control.store(), watches);
        this.arrived = arrived;
    }

    /// Makes the conversation with an agent.
    ///
    /// @param version of nudge
    public Conversation conversation(Hello hello, LineReader in, LineWriter out, String version) {
        CallingAgent agent = new CallingAgent(hello, agents, outbox::runsHooks, arrived);
        AgentWorkbench workbench = workbench(agent);
        McpSession session = new McpSession(in, out, version, workbench);
        return new AgentConversation(agent, session, workbench, agents.presence());
    }

    /// Makes the conversation with the monitor of an agent.
    public Conversation monitor(Hello hello, LineReader in, LineWriter out) {
        return agents.monitor(hello, in, out, outbox::wakeWaiting);
    }

    private AgentWorkbench workbench(CallingAgent agent) {
        OutputReading outputs = new OutputReading(control.store(), control.terminals());
        JobReplies replies = new JobReplies(outputs);
        AgentTasks tasks = new AgentTasks(agent, control, outbox, outputs, replies, declined);
        AgentWaits waits = new AgentWaits(waiting, control.ends(), outbox, outputs);
        return new AgentWorkbench(
                agent,
                new CommandCalls(agent, control, waits, replies, tasks),
                new OutputCalls(agent, control.jobs(), control.queue(), outputs),
                new WatchCalls(agent, timers, watches, control.jobs(), waits, replies, tasks),
                waits,
                replies,
                tasks);
    }
}
