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

/// Repeats attempts for one agent until nothing is left to do. In between it waits: in short pauses
/// that double, then until the pane changes or the limit of the attempt is reached.
final class DeliveryLoop {
    private static final Logger LOG = System.getLogger(DeliveryLoop.class.getName());
    private static final Duration MESSAGE_TIME = Duration.ofSeconds(2);

    /// The longest of the pauses that double; then the pane is watched together with all others.
    private static final Duration LAST_WAIT = Duration.ofMillis(400);

    private static final Duration FAILURE = Duration.ofMillis(1500);

    /// How long results wait before the people at the terminal are notified.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// The time before they are notified again; it doubles, up to eight times as long.
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final AgentBinding agent;
    private final Deliverer delivery;
    private final PaneWatch watch;
    private final Semaphore signal = new Semaphore(0);
    private Duration pause = Pace.FIRST_WAIT;
    private long tellAt;
    private Duration silence = SILENCE;
    private boolean isUnfinished = true;
    private volatile boolean isClosed;

    DeliveryLoop(AgentBinding agent, Deliverer delivery, PaneWatch watch) {
        this.agent = agent;
        this.delivery = delivery;
        this.watch = watch;
    }

    /// Signals that something may be pending. May be called by any thread.
    void wake() {
        signal.release();
    }

    boolean isWoken() {
        return signal.availablePermits() > 0;
    }

    void close() {
        isClosed = true;
        signal.release();
    }

    /// Attempts and waits until nothing is left to do or the loop is closed. No failure ends it:
    /// the disk may have room again, tmux may answer again.
    void run() {
        try {
            restart();
            while (!isClosed && isUnfinished) {
                if (!LoopGuard.run(LOG, "the delivery to " + agent.words(), this::step)) {
                    waitFor(FAILURE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws IOException, InterruptedException {
        signal.drainPermits();
        long lookedAt = System.currentTimeMillis() / 1000;
        switch (delivery.attempt()) {
            case Attempt.Over _ -> {
                isUnfinished = false;
                return;
            }
            case Attempt.Advanced _ -> restart();
            case Attempt.Quiet(Duration time) -> waitFor(time);
            case Attempt.NotNow _ when pause.compareTo(LAST_WAIT) <= 0 -> {
                waitFor(pause);
                pause = pause.multipliedBy(2);
            }
            case Attempt.NotNow notNow -> waitForChange(notNow, lookedAt);
        }
        tellPeople();
    }

    private void restart() {
        isUnfinished = true;
        pause = Pace.FIRST_WAIT;
        tellAt = System.nanoTime() + PATIENCE.toNanos();
        silence = SILENCE;
    }

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
        silence = silence.equals(SILENCE.multipliedBy(8)) ? silence : silence.multipliedBy(2);
        Optional<String> waiting = delivery.waiting();
        if (waiting.isEmpty()) {
            return;
        }
        try {
            new Tmux(agent.pane().socket())
                    .tellPeople(agent.pane(), "nudge: " + waiting.get(), MESSAGE_TIME);
        } catch (TmuxException e) {
            LOG.log(Level.DEBUG, "The message that results are waiting could not be shown", e);
        }
    }
}
