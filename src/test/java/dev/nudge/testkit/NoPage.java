package dev.nudge.testkit;

import dev.nudge.console.Invocation.PageControl;
import dev.nudge.protocol.Hello;

/// A page that nobody opens: the commands under test have nothing to do with it.
public record NoPage() implements PageControl {
    @Override
    public String open(Hello caller) {
        throw new AssertionError("the page was opened");
    }

    @Override
    public boolean close() {
        throw new AssertionError("the page was closed");
    }
}
