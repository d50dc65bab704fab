package dev.nudge.jobs;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.nudge.process.LoopGuard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Hears the doorbells: reports every job whose host has written its exit record, or which waits
/// for input, and the receipts of agents. One watch and one thread serve all. If a bell could not
/// be answered, all jobs are looked at a moment later.
public final class ExitWatcher implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ExitWatcher.class.getName());

    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Pattern BELL = Pattern.compile("([1-9]\\d{0,17})(\\.asks)?");

    private final WatchService watch;
    private final LongConsumer ended;
    private final LongConsumer asked;
    private final Runnable rescan;

    /// Set if a bell was not answered. Used by the one thread only, like the next.
    private boolean isMissing;

    private boolean isListening = true;
    private Consumer<String> received = _ -> {};

    /// Registers for the bells, which are answered from [#start] on: files in `exits`, named by the
    /// job's number, or `17.asks` if its question has come or gone. `rescan` is called when bells
    /// may have been missed.
    public ExitWatcher(Path exits, LongConsumer ended, LongConsumer asked, Runnable rescan)
            throws IOException {
        this.watch = exits.getFileSystem().newWatchService();
        this.ended = ended;
        this.asked = asked;
        this.rescan = rescan;
        exits.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    }

    /// Also listens for receipts, before [#start]: `taker` gets the name of each file that comes to
    /// `receipts`, and of each bell.
    public void hearReceipts(Path receipts, Consumer<String> taker) throws IOException {
        this.received = taker;
        receipts.register(
                watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
    }

    public void start() {
        Thread.ofPlatform().daemon().name("exits").start(this::listen);
    }

    private void listen() {
        try {
            while (isListening) {
                if (!LoopGuard.run(LOG, "the answer to a bell", this::answer)) {
                    isMissing = true;
                    MILLISECONDS.sleep(AGAIN.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer() throws InterruptedException {
        try {
            WatchKey key = isMissing ? watch.poll(AGAIN.toMillis(), MILLISECONDS) : watch.take();
            if (key == null) {
                rescan.run();
                isMissing = false;
            } else {
                answer(key);
            }
        } catch (ClosedWatchServiceException closed) {
            LOG.log(Level.DEBUG, "stopped listening");
            isListening = false;
        }
    }

    /// Answers a bell. No other is heard until the key is reset.
    private void answer(WatchKey key) {
        try {
            key.pollEvents().forEach(this::handle);
        } finally {
            isListening = key.reset();
        }
        if (!isListening) {
            LOG.log(
                    Level.ERROR,
                    "the directory of exit marks was removed; only the sweep finds ends now");
        }
    }

    private void handle(WatchEvent<?> event) {
        String name = String.valueOf(event.context());
        if (!LoopGuard.runBriefly(LOG, "the bell " + name, () -> handle(event.kind(), name))) {
            isMissing = true;
        }
    }

    private void handle(WatchEvent.Kind<?> kind, String name) {
        if (kind == StandardWatchEventKinds.OVERFLOW) {
            rescan.run();
        } else {
            Matcher bell = BELL.matcher(name);
            if (bell.matches()) {
                (bell.group(2) == null ? ended : asked).accept(Long.parseLong(bell.group(1)));
            }
            received.accept(name);
        }
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
