package dev.nudge.daemon;

import dev.nudge.process.LoopGuard;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Ends a daemon that is not needed: no client and nothing to do for the whole of the given time.
final class IdleExit {
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

    synchronized void clientCame() {
        clients++;
        if (pending != null) {
            pending.cancel(false);
            pending = null;
        }
    }

    /// @param wasUse whether the daemon was of use to it; otherwise the time continues as if the
    ///   client had not come
    synchronized void clientLeft(boolean wasUse) {
        clients--;
        if (wasUse) {
            due = later();
        }
        schedule();
    }

    /// Restarts the count from now if there is no client.
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

    /// Returns what counts the pages that are open: as long as one is, this is not idle.
    PageVisits visits() {
        return new PageVisits(this);
    }
}
