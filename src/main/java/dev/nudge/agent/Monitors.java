package dev.nudge.agent;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.process.ProcessId;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The monitors that are connected, each of one agent.
final class Monitors {
    private static final String NONE = "! ";

    private final List<Monitor> all = new CopyOnWriteArrayList<>();

    /// Returns the inbox that the monitor of this agent is: that which came last.
    Optional<Inbox> of(ProcessId agent) {
        return all.reversed().stream()
                .filter(monitor -> monitor.isOf(agent))
                .<Inbox>map(monitor -> monitor)
                .findFirst();
    }

    /// Makes the conversation with a monitor.
    ///
    /// @param agent whose it is; empty if no agent has started it
    /// @param came called when it can be used
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
