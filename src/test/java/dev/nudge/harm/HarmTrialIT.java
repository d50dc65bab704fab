package dev.nudge.harm;

import org.junit.jupiter.api.Test;

class HarmTrialIT {
    /// Other seeds: `scripts/bench harm 40 SEED`.
    private static final long SEED = 20_261;

    @Test
    void fortyJobsEndWhileTheUserWorksAndNothingIsHarmed() {
        try (HarmTrial trial = new HarmTrial(Stage.withGemini(), 40, SEED)) {
            trial.run();
        }
    }
}
