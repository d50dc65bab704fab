package dev.nudge.agent;

import dev.nudge.protocol.Hello;

/// The client of an agent on one connection. Safe for use by several threads.
public final class AgentClient {
    private final Hello hello;
    private volatile TaskUse tasks = TaskUse.UNKNOWN;

    /// @param hello its greeting
    public AgentClient(Hello hello) {
        this.hello = hello;
    }

    /// Returns its greeting.
    public Hello hello() {
        return hello;
    }

    /// Notes whether it takes tasks.
    public void uses(TaskUse use) {
        tasks = use;
    }

    TaskUse tasks() {
        return tasks;
    }
}
