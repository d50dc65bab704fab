package dev.nudge.testkit;

import static org.awaitility.pollinterval.IterativePollInterval.iterative;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.FixedPollInterval;
import org.awaitility.pollinterval.PollInterval;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// How long tests wait for what must happen. Also an extension of all tests, by which Awaitility
/// waits as long where no limit is given, and looks less often: its own are ten seconds, and ten
/// looks a second.
public final class Patience implements BeforeAllCallback {
    /// Far above what anything takes that a test waits for, also on a slow machine that does
    /// something else: only what hangs, or was lost, takes longer. A test that does not fail never
    /// waits for it to pass.
    public static final Duration LONG = Duration.ofMinutes(10);

    private static final Duration FIRST = Duration.ofMillis(6);

    /// Between two looks, where nothing else is said: ever longer, up to a quarter of a second. One
    /// look at a screen takes five milliseconds of processor time. The first pause is also before
    /// the first look, as with each fixed interval.
    private static final PollInterval PAUSES =
            new FixedPollInterval(Duration.ofMillis(100)) {
                @Override
                public Duration next(int look, Duration last) {
                    return Duration.ofMillis(Math.min(50 + 50L * look, 250));
                }
            };

    @Override
    public void beforeAll(ExtensionContext tests) {
        Awaitility.setDefaultTimeout(LONG);
        Awaitility.setDefaultPollInterval(PAUSES);
    }

    /// Waits for what comes soon and costs little to look at: looks at once, then ever more seldom,
    /// at last ten times a second.
    public static ConditionFactory soon() {
        return Awaitility.await().atMost(LONG).pollInterval(iterative(Patience::longer, FIRST));
    }

    private static Duration longer(Duration pause) {
        return pause.compareTo(FIRST.multipliedBy(10)) < 0 ? pause.multipliedBy(2) : pause;
    }

    /// Lets time pass between two steps.
    public static void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /// Waits until a new file has a later time than this one, beside which it makes some.
    public static void awaitTick(Path file) throws IOException {
        FileTime born = created(file);
        Path probe = file.resolveSibling("probe");
        Awaitility.await()
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    Files.deleteIfExists(probe);
                    return created(Files.createFile(probe)).compareTo(born) > 0;
                });
    }

    private static FileTime created(Path file) throws IOException {
        return (FileTime) Files.getAttribute(file, "creationTime");
    }
}
