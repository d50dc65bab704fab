package dev.nudge.soak;

import dev.nudge.testkit.StandInAgent;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// A call that has waited for the end of a job.
///
/// @param token of the job's plan
/// @param begun when it was sent
/// @param over when its answer was heard, or it was known that there is none
record Waited(String token, Wait.Way way, Instant begun, Instant over, Outcome outcome) {
    /// What was heard.
    enum Outcome {
        /// The end.
        TOLD,
        /// That the job goes on.
        GOES_ON,
        /// That the daemon died.
        FAILED,
        /// Nothing: the agent or its server died.
        GONE,
        /// Nothing: the user has dropped the call.
        DROPPED;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// Reads what has become of a call.
    static Outcome outcome(JsonNode answer) {
        if (answer.path("gone").asBoolean(false)) {
            return Outcome.GONE;
        }
        if (answer.path("dropped").asBoolean(false)) {
            return Outcome.DROPPED;
        }
        if (answer.path("result").path("structuredContent").isMissingNode()) {
            return Outcome.FAILED;
        }
        return StandInAgent.text(answer).startsWith("Job ") ? Outcome.TOLD : Outcome.GOES_ON;
    }
}
