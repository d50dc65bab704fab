package dev.nudge.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Does the same to many things at once, where each step waits for the disk: making many files
/// durable at the same time takes little longer than making one.
public final class AtOnce {
    /// Most steps at a time, and therefore most open files.
    private static final int MOST = 64;

    private AtOnce() {}

    /// A step that may fail because of the disk.
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
        List<Future<?>> steps = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T thing : things) {
                room.acquireUninterruptibly();
                steps.add(
                        threads.submit(() -> {
                            try {
                                step.run(thing);
                                return null;
                            } finally {
                                room.release();
                            }
                        }));
            }
        }
        for (Future<?> done : steps) {
            require(done);
        }
    }

    private static void require(Future<?> done) throws IOException {
        switch (done.state()) {
            case FAILED -> rethrow(done.exceptionNow());
            case CANCELLED -> throw new IOException("interrupted");
            case RUNNING, SUCCESS -> {}
        }
    }

    private static void rethrow(Throwable failure) throws IOException {
        switch (failure) {
            case IOException disk -> throw disk;
            case RuntimeException bug -> throw bug;
            case Error error -> throw error;
            default -> throw new IOException(failure);
        }
    }
}
