package dev.nudge.daemon;

import dev.nudge.process.LoopGuard;
import dev.nudge.web.WebPage.Visits;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Ends the daemon when it had no client and nothing to do for the given time. An open page counts
/// as a client.
final class IdleExit implements Visits {
    private static final Logger LOG = System.getLogger(IdleExit.class.getName());

    private final Duration limit;
    private final BooleanSupplier isBusy;
    private final Runnable exit;
    private final ScheduledExecutorService timer;
    private int clients;
    private @Nullable ScheduledFuture<?> pending;
    private long due;

    IdleExit(
            Duration limit, BooleanSupplier isBusy, Runnable exit, ScheduledExecutorService timer) {
        this.limit = limit;
        this.isBusy = isBusy;
        this.exit = exit;
        this.timer = timer;
    }

    @Override
    public synchronized void came() {
        clients++;
        if (pending != null) {
            pending.cancel(false);
            pending = null;
        }
    }

    @Override
    public void left() {
        left(true);
    }

    /// @param wasUse whether the client counts; if not, the idle time continues as if it had not
    ///   come
    synchronized void left(boolean wasUse) {
        clients--;
        if (wasUse) {
            due = later();
        }
        schedule();
    }

    synchronized void touch() {
        due = later();
        schedule();
    }

    private long later() {
        return System.nanoTime() + limit.toNanos();
    }

    private void schedule() {
        if (clients > 0) {
            return;
        }
        if (pending != null) {
            pending.cancel(false);
        }
        long left = Math.max(0, due - System.nanoTime());
        pending = timer.schedule(this::check, left, TimeUnit.NANOSECONDS);
    }

    private void check() {
        if (!LoopGuard.runBriefly(LOG, "the look at who needs the daemon", this::exitIfIdle)) {
            touch();
        }
    }

    private void exitIfIdle() {
        if (isBusy.getAsBoolean()) {
            touch();
        } else if (hasNoClient()) {
            exit.run();
        }
    }

    private synchronized boolean hasNoClient() {
        return clients == 0;
    }
}
