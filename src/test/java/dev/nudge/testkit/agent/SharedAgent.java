package dev.nudge.testkit.agent;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/// An agent that several tests of a class use, each of which leaves it idle. It is started when the
/// first of them needs it, and anew after one has failed, but not after one that does not apply.
public final class SharedAgent implements AfterTestExecutionCallback, AfterAllCallback {
    private final Supplier<RealAgent> start;
    private @Nullable RealAgent agent;

    /// @param start starts an agent
    public SharedAgent(Supplier<RealAgent> start) {
        this.start = start;
    }

    /// Returns the agent, which is started if there is none.
    public RealAgent get() {
        RealAgent found = agent;
        if (found == null) {
            found = start.get();
            agent = found;
        }
        return found;
    }

    @Override
    public void afterTestExecution(ExtensionContext test) {
        test.getExecutionException()
                .filter(thrown -> !(thrown instanceof TestAbortedException))
                .ifPresent(_ -> close());
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        close();
    }

    private void close() {
        if (agent != null) {
            agent.close();
            agent = null;
        }
    }
}
