package dev.nudge.web.live;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/// The tasks that run for one page, each under its own name, until a task is finished, is stopped
/// by that name, or the page leaves. Thread-safe.
final class LiveTasks implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LiveTasks.class.getName());

    private final ConcurrentMap<String, Thread> running = new ConcurrentHashMap<>();
    private volatile boolean isClosed;

    /// A task that may run for long, until it is finished or interrupted.
    interface Task {
        /// @throws IOException if the page has left
        void run() throws IOException, InterruptedException;
    }

    /// Starts a task, unless one of this name is running.
    ///
    /// @param failed called with the reason if it fails, unless the page has left
    void start(String name, Task task, Consumer<String> failed) {
        Thread thread =
                Thread.ofVirtual().name("page-" + name).unstarted(() -> run(name, task, failed));
        if (!isClosed && running.putIfAbsent(name, thread) == null) {
            thread.start();
        }
        if (isClosed) {
            stop(name);
        }
    }

    private void run(String name, Task task, Consumer<String> failed) {
        try {
            task.run();
        } catch (IOException left) {
            // The session is closed when the server notices it.
            return;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failed.accept(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(Level.WARNING, "a page needed more memory than there is", e);
            failed.accept(
                    "This request needed more memory than the nudge daemon has, and was given up.");
        } finally {
            running.remove(name, Thread.currentThread());
        }
    }

    void stop(String name) {
        Thread thread = running.remove(name);
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        running.keySet().forEach(this::stop);
    }
}
