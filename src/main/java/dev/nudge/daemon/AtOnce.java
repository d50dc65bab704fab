package dev.nudge.daemon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// Does the same to many things at once, where each step waits for the disk: a disk that is asked
/// to make many files durable at the same time needs little more time than for one.
final class AtOnce {
    /// Steps at a time, and so open files.
    private static final int MOST = 64;

    private AtOnce() {}

    /// A step that may fail because of the disk.
    interface Step<T> {
        void run(T thing) throws IOException;
    }

    /// Takes the step for each of these things, and returns when all have been taken. The step must
    /// not need a lock that the caller holds.
    ///
    /// @throws IOException the first failure; the other steps have been taken all the same
    static <T> void forEach(List<T> things, Step<T> step) throws IOException {
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
