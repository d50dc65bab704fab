package dev.nudge.soak;

import java.time.Duration;
import java.util.Random;

/// How an agent waits for the end of a job.
///
/// @param seconds at most; a job may take longer
/// @param patience how long the user looks on before the call is dropped
record Wait(Way way, int seconds, Duration patience) {
    private static final Duration FOR_EVER = Duration.ofDays(1);
    static final Wait NONE = new Wait(Way.NONE, 0, FOR_EVER);

    /// By which call it waits.
    enum Way {
        NONE,
        /// By that which starts the job, with `wait_seconds`.
        AT_ONCE,
        /// By `wait_for_job`.
        LATER,
        /// By `kill_job`, which waits until the job has ended.
        KILL
    }

    /// Makes a wait for a job of any kind.
    static Wait random(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> of(Way.AT_ONCE, random);
            case 1 -> of(Way.LATER, random);
            default -> NONE;
        };
    }

    /// Makes a wait for a watch, which begins with it.
    static Wait forWatch(Random random) {
        return random.nextInt(3) == 0 ? of(Way.AT_ONCE, random) : NONE;
    }

    private static Wait of(Way way, Random random) {
        Duration patience =
                random.nextInt(3) == 0 ? Duration.ofMillis(100 + random.nextInt(1500)) : FOR_EVER;
        return new Wait(way, 1 + random.nextInt(3), patience);
    }

    /// Whether the call waits that begins the job.
    boolean isOfCall() {
        return way == Way.AT_ONCE;
    }
}
