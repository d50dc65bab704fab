package dev.nudge.store;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Does the same to many things at once, where each step waits, for the disk or a program: making
/// many files durable at the same time takes little longer than making one.
public final class AtOnce {
    /// Most steps at a time, and therefore most open files.
    private static final int MOST = 64;

    private AtOnce() {}

    /// A step that may fail because of what it waits for.
    public interface Step<T> {
        void run(T thing) throws IOException;
    }

    /// Takes the step for each of these things, and returns when all steps are done. The step must
    /// not need a lock that the caller holds.
    ///
    /// @throws IOException the first failure; the other steps have still been taken
    public static <T> void forEach(List<T> things, Step<T> step) throws IOException {
        if (things.size() == 1) {
            step.run(things.getFirst());
            return;
        }
        Semaphore room = new Semaphore(MOST);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T thing : things) {
                room.acquireUninterruptibly();
                threads.execute(() -> {
                    try {
                        step.run(thing);
                    } catch (Throwable failure) { // thrown again below
                        failures.add(failure);
                    } finally {
                        room.release();
                    }
                });
            }
        }
        switch (failures.peek()) {
            case null -> {}
            case IOException disk -> throw disk;
            case RuntimeException bug -> throw bug;
            case Error error -> throw error;
            case Throwable other -> throw new IOException(other);
        }
    }
}
