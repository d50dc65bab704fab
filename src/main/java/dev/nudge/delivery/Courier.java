package dev.nudge.delivery;

import dev.nudge.process.ProcessTable;

/// Temporary.
public final class Courier implements AutoCloseable {
    private final Outbox outbox;

    public Courier(Outbox outbox, ProcessTable processes) {
        this.outbox = outbox;
    }

    public void wake(AgentBinding agent) {
        outbox.pending(agent).forEach(System.err::println);
    }

    @Override
    public void close() {}
}
