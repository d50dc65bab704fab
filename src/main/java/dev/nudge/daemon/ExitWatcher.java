package dev.nudge.daemon;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.function.LongConsumer;

/// Hears the doorbell: tells of every job whose host has written its exit record. One watch and one
/// thread serve all jobs.
final class ExitWatcher implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ExitWatcher.class.getName());

    private final WatchService watch;
    private final LongConsumer ended;
    private final Runnable rescan;

    /// Starts to listen.
    ///
    /// @param exits the directory in which hosts make a file named by the job's number
    /// @param ended called with that number, one call at a time
    /// @param rescan called when the kernel had to drop events
    ExitWatcher(Path exits, LongConsumer ended, Runnable rescan) throws IOException {
        this.watch = exits.getFileSystem().newWatchService();
        this.ended = ended;
        this.rescan = rescan;
        exits.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
        Thread.ofPlatform().daemon().name("exits").start(this::listen);
    }

    private void listen() {
        try {
            while (true) {
                WatchKey key = watch.take();
                key.pollEvents().forEach(this::handle);
                if (!key.reset()) {
                    LOG.log(
                            Level.ERROR,
                            "the directory of exit marks is gone; ends are found by the sweep only");
                    return;
                }
            }
        } catch (ClosedWatchServiceException closed) {
            LOG.log(Level.DEBUG, "stopped listening");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(WatchEvent<?> event) {
        try {
            if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
                rescan.run();
            } else if (String.valueOf(event.context()).matches("[1-9]\\d{0,17}")) {
                ended.accept(Long.parseLong(String.valueOf(event.context())));
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the end of job " + event.context() + " could not be handled", e);
        }
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
