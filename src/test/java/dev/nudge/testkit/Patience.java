package dev.nudge.testkit;

import java.time.Duration;

/// How long tests wait for what must happen.
public final class Patience {
    /// Far above what anything takes that a test waits for, also on a slow machine that does
    /// something else: only what hangs, or was lost, takes longer.
    public static final Duration LONG = Duration.ofSeconds(90);

    private Patience() {}
}
