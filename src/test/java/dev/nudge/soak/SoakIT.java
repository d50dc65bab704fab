package dev.nudge.soak;

import org.junit.jupiter.api.Test;

class SoakIT {
    /// Other seeds: `scripts/soak MINUTES SEED`.
    private static final long SEED = 20_264;

    @Test
    void nothingIsLostOfAHundredJobsWhileTwentyFiveProcessesAreKilled() {
        try (SoakTrial trial = new SoakTrial(SoakTrial.Size.CI, SEED)) {
            trial.run();
        }
    }
}
