package dev.nudge.cli.carrier;

import dev.nudge.console.ExitCodes;
import dev.nudge.text.TimeSpan;
import java.time.Duration;
import java.util.Optional;

/// Ends a command that must not wait for a daemon that is stopped. Thread-safe.
final class CarrierDeadline {
    /// The longest that a prompt waits for a hook. The agent's own limit is far longer.
    private static final Duration OF_HOOK = Duration.ofSeconds(20);

    /// How much later than the daemon the carrier gives up a wait.
    private static final Duration LATER = Duration.ofSeconds(1);

    private boolean isHook;
    private boolean hasEnded;

    /// Begins to wait.
    void begin(CarriedWords words) {
        Optional<Duration> wait = words.waitLimit().flatMap(TimeSpan::parse);
        isHook = words.isHook();
        if (isHook) {
            start(() -> giveUp(OF_HOOK, "", ExitCodes.OK));
        } else if (wait.isPresent()) {
            String sentence =
                    "nudge: After %d s, not all of the jobs have ended. They continue.%n"
                            .formatted(wait.get().toSeconds());
            start(() -> giveUp(wait.get().plus(LATER), sentence, ExitCodes.TIMED_OUT));
        }
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("patience").start(task);
    }

    /// Notes that something is being written. A hook that has begun to answer ends by itself.
    synchronized void written() {
        hasEnded |= isHook;
    }

    /// Notes that the command ends.
    synchronized void end() {
        hasEnded = true;
    }

    private void giveUp(Duration limit, String sentence, int code) {
        try {
            Thread.sleep(limit);
        } catch (InterruptedException e) {
            return;
        }
        synchronized (this) {
            if (!hasEnded) {
                System.err.print(sentence);
                Runtime.getRuntime().halt(code);
            }
        }
    }
}
