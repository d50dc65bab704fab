package dev.nudge.agent;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.process.ProcessId;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The connected monitors of agents.
final class Monitors {
    private static final String NONE = "! ";

    private final List<Monitor> all = new CopyOnWriteArrayList<>();

    /// Returns the inbox of this agent that its latest monitor provides.
    Optional<Inbox> of(ProcessId agent) {
        return all.reversed().stream()
                .filter(monitor -> monitor.isOf(agent))
                .<Inbox>map(monitor -> monitor)
                .findFirst();
    }

    /// Creates the conversation with a monitor.
    ///
    /// @param agent the agent that has started it; empty if none has
    /// @param came called when the monitor can be used
    Conversation conversation(
            Optional<ProcessId> agent, LineReader in, LineWriter out, Runnable came) {
        if (agent.isEmpty()) {
            return () ->
                    out.write(
                            NONE
                                    + "No agent that nudge knows has started this monitor. Agents start"
                                    + " it; to see how, run \"nudge monitor --help\".");
        }
        Monitor monitor = new Monitor(agent.get(), in, out);
        return () -> {
            all.add(monitor);
            try {
                came.run();
                monitor.hold();
            } finally {
                all.remove(monitor);
            }
        };
    }
}
