package dev.nudge.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Does what can fail because of a disk or a connection, or be interrupted: then a test fails.
public final class Unchecked {
    private Unchecked() {}

    /// Something that returns a value.
    public interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /// Something that returns nothing.
    public interface Step {
        void run() throws IOException, InterruptedException;
    }

    /// Does it and returns the value.
    public static <T> T get(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Does it.
    public static void run(Step step) {
        boolean _ =
                get(() -> {
                    step.run();
                    return true;
                });
    }
}
