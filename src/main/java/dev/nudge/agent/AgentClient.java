package dev.nudge.agent;

import dev.nudge.protocol.Hello;

/// The client of an agent on one connection. Thread-safe.
public final class AgentClient {
    private final Hello hello;
    private volatile TaskUse tasks = TaskUse.UNKNOWN;

    /// @param hello the greeting of the client
    public AgentClient(Hello hello) {
        this.hello = hello;
    }

    public Hello hello() {
        return hello;
    }

    /// Records whether the client takes tasks.
    public void uses(TaskUse use) {
        tasks = use;
    }

    TaskUse tasks() {
        return tasks;
    }
}
