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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Hears the doorbells: tells of every job whose host has written its exit record, or which waits
/// for input. One watch and one thread serve all jobs.
final class ExitWatcher implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ExitWatcher.class.getName());

    private final WatchService watch;
    private static final Pattern END = Pattern.compile("([1-9]\\d{0,17})");
    private static final Pattern QUESTION = Pattern.compile("([1-9]\\d{0,17})\\.asks");

    private final LongConsumer ended;
    private final LongConsumer asked;
    private final Runnable rescan;

    /// Starts to listen.
    ///
    /// @param exits the directory in which hosts make a file named by the job's number
    /// @param ended called with that number, one call at a time
    /// @param asked called in the same way with the number of a job whose question has come or
    ///   gone, for which the file is named `17.asks`
    /// @param rescan called when the kernel had to drop events
    ExitWatcher(Path exits, LongConsumer ended, LongConsumer asked, Runnable rescan)
            throws IOException {
        this.watch = exits.getFileSystem().newWatchService();
        this.ended = ended;
        this.asked = asked;
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
                            "the directory of exit marks was removed; only the sweep finds ends now");
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
            } else {
                String name = String.valueOf(event.context());
                ring(END.matcher(name), ended);
                ring(QUESTION.matcher(name), asked);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "the bell " + event.context() + " could not be answered", e);
        }
    }

    private static void ring(Matcher bell, LongConsumer listener) {
        if (bell.matches()) {
            listener.accept(Long.parseLong(bell.group(1)));
        }
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
