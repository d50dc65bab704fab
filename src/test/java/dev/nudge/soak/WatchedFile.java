package dev.nudge.soak;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// A file that appears sooner or later and gets the lines that a watch looks for, and others. It
/// may be rotated once, after it has been found: nobody can know of lines in a file that came and
/// went while no daemon ran.
final class WatchedFile {
    private static final int LONGEST_PAUSE_MS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

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
    /// @param watch gives the output of the watch; empty if nobody knows it
    /// @return whether the file was rotated
    boolean write(Supplier<Optional<Path>> watch) {
        boolean isRotated = false;
        for (int i = 1; i <= plan.lines(); i++) {
            Pauses.rest(random.nextInt(LONGEST_PAUSE_MS));
            append("nothing for " + plan.mark() + "\n" + plan.line(i) + "\n");
            isRotated |= i == rotatedAfter && watch.get().filter(this::rotate).isPresent();
        }
        return isRotated;
    }

    private boolean rotate(Path watch) {
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> Files.size(watch) > 0);
            Path file = plan.file();
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"));
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(String text) {
        try {
            Files.writeString(plan.file(), text, CREATE, APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
