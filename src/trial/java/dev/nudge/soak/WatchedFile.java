package dev.nudge.soak;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;

/// A file that appears sooner or later and gets the lines that a watch looks for, and others. It
/// may be rotated once, after the watch has begun, whether a daemon has seen it or not.
final class WatchedFile {
    private static final int LONGEST_PAUSE_MS = 300;

    private final WatchPlan plan;
    private final Random random;
    private final int rotatedAfter;

    WatchedFile(WatchPlan plan, Random random) {
        this.plan = plan;
        this.random = random;
        this.rotatedAfter = random.nextInt(2 * plan.lines());
    }

    /// Writes all lines. Blocks for some seconds.
    ///
    /// @param isWatched returns when the watch has begun, or false if nobody knows whether it has
    /// @return whether the file was rotated
    boolean write(BooleanSupplier isWatched) {
        boolean isRotated = false;
        for (int i = 1; i <= plan.lines(); i++) {
            Patience.rest(Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MS)));
            append("nothing for " + plan.mark() + "\n" + plan.line(i) + "\n");
            if (i == rotatedAfter && isWatched.getAsBoolean()) {
                rotate();
                isRotated = true;
            }
        }
        return isRotated;
    }

    private void rotate() {
        Path file = plan.file();
        Unchecked.run(() -> Files.move(file, file.resolveSibling(file.getFileName() + ".1")));
    }

    private void append(String text) {
        Unchecked.run(() -> Files.writeString(plan.file(), text, CREATE, APPEND));
    }
}
