package dev.nudge.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// How long tests wait for what must happen. Also an extension of all tests, by which Awaitility
/// waits as long where no limit is given: its own is ten seconds.
public final class Patience implements BeforeAllCallback {
    /// Far above what anything takes that a test waits for, also on a slow machine that does
    /// something else: only what hangs, or was lost, takes longer. A test that does not fail never
    /// waits for it to pass.
    public static final Duration LONG = Duration.ofMinutes(10);

    @Override
    public void beforeAll(ExtensionContext tests) {
        Awaitility.setDefaultTimeout(LONG);
    }

    /// Lets time pass between the steps of a trial.
    public static void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
