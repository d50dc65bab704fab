package dev.nudge.process;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/// Starts programs, one at a time.
///
/// Java starts a program by way of a helper process, which inherits everything that is open here,
/// and waits for its orders from a pipe. If this process is killed at that moment, the pipe ends,
/// and so does the helper. But of two helpers at the same time, each inherits the other end of the
/// other's pipe: then both would wait forever, and so would all who have a connection that the
/// helpers keep open, such as the commands that the daemon was running.
public final class ProgramStart {
    /// Fair, since a burst of jobs must not keep others waiting.
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock(true);

    private ProgramStart() {}

    /// Starts a program, and returns as soon as it runs.
    public interface Starter {
        Process start() throws IOException;
    }

    /// Starts a program. Blocks until it runs, and before that while others are being started.
    public static Process by(Starter starter) throws IOException {
        ONE_AT_A_TIME.lock();
        try {
            return starter.start();
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }
}
