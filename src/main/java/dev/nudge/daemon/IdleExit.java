package dev.nudge.daemon;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Ends a daemon that nobody needs: no client and nothing to do for the whole of the given time.
final class IdleExit {
    private final Duration limit;
    private final BooleanSupplier isBusy;
    private final Runnable exit;
    private final ScheduledExecutorService timer;
    private int clients;
    private @Nullable ScheduledFuture<?> pending;

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

    synchronized void clientLeft() {
        clients--;
        touch();
    }

    /// Begins to count from now if there is no client.
    synchronized void touch() {
        if (clients == 0) {
            if (pending != null) {
                pending.cancel(false);
            }
            pending = timer.schedule(this::check, limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void check() {
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
