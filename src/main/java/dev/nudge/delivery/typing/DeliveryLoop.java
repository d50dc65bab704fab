package dev.nudge.delivery.typing;

import dev.nudge.delivery.typing.Deliverer.Attempt;
import dev.nudge.process.LoopGuard;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Repeats attempts for one agent until nothing is left to do. In between it waits: first in short
/// pauses that double, then until the pane changes or the limit of the attempt is reached.
final class DeliveryLoop {
    private static final Logger LOG = System.getLogger(DeliveryLoop.class.getName());
    private static final Duration MESSAGE_TIME = Duration.ofSeconds(2);

    private final AgentBinding agent;
    private final Deliverer delivery;
    private final Tmux tmux;
    private final PaneWatch watch;
    private final Pace pace;
    private final Semaphore signal = new Semaphore(0);
    private Duration pause;
    private long tellAt;
    private Duration silence;
    private boolean isUnfinished = true;
    private volatile boolean isClosed;

    DeliveryLoop(AgentBinding agent, Deliverer delivery, Tmux tmux, PaneWatch watch, Pace pace) {
        this.agent = agent;
        this.delivery = delivery;
        this.tmux = tmux;
        this.watch = watch;
        this.pace = pace;
        this.pause = pace.firstWait();
        this.silence = pace.silence();
    }

    /// Signals that something may be pending. May be called by any thread.
    void wake() {
        signal.release();
    }

    boolean isWoken() {
        return signal.availablePermits() > 0;
    }

    /// Ends the loop after the current attempt.
    void close() {
        isClosed = true;
        signal.release();
    }

    /// Attempts and waits until nothing is left to do or the loop is closed. A failure does not end
    /// it, since the results would then never be reported: the disk may have room again, tmux may
    /// answer again.
    void run() {
        try {
            restart();
            while (!isClosed && isUnfinished) {
                if (!LoopGuard.run(LOG, "the delivery to " + agent.words(), this::step)) {
                    waitFor(pace.failure());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws IOException, InterruptedException {
        isUnfinished = attemptAndWait();
        if (isUnfinished) {
            tellPeople();
        }
    }

    private boolean attemptAndWait() throws IOException, InterruptedException {
        signal.drainPermits();
        long lookedAt = System.currentTimeMillis() / 1000;
        switch (delivery.attempt()) {
            case Attempt.Over _ -> {
                return false;
            }
            case Attempt.Advanced _ -> restart();
            case Attempt.Quiet(Duration time) -> waitFor(time);
            case Attempt.NotNow _ when pause.compareTo(pace.lastWait()) <= 0 -> {
                waitFor(pause);
                pause = pause.multipliedBy(2);
            }
            case Attempt.NotNow notNow -> waitForChange(notNow, lookedAt);
        }
        return true;
    }

    private void restart() {
        isUnfinished = true;
        pause = pace.firstWait();
        tellAt = System.nanoTime() + pace.patience().toNanos();
        silence = pace.silence();
    }

    /// Waits until the pane changes, and meanwhile notifies people, without a look at the pane.
    private void waitForChange(Attempt.NotNow wait, long lookedAt) throws InterruptedException {
        long limit = wait.limit().toNanos();
        long end = System.nanoTime() + limit;
        for (long left = limit; left > 0; left = end - System.nanoTime()) {
            long untilTell = Math.max(1, tellAt - System.nanoTime());
            if (watch.await(
                    agent.pane(), wait.glance(), lookedAt, signal, Math.min(left, untilTell))) {
                return;
            }
            tellPeople();
        }
    }

    private void waitFor(Duration time) throws InterruptedException {
        boolean _ = signal.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tellPeople() {
        if (System.nanoTime() < tellAt) {
            return;
        }
        tellAt = System.nanoTime() + silence.toNanos();
        silence =
                silence.equals(pace.silence().multipliedBy(8)) ? silence : silence.multipliedBy(2);
        Optional<String> waiting = delivery.waiting();
        if (waiting.isEmpty()) {
            return;
        }
        try {
            tmux.tellPeople(agent.pane(), "nudge: " + waiting.get(), MESSAGE_TIME);
        } catch (TmuxException e) {
            LOG.log(Level.DEBUG, "The message that results are waiting could not be shown", e);
        }
    }
}
