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
        /// The end, for which the answer carries a receipt.
        TOLD,
        /// The end, without a receipt: it has been told already, or is being told otherwise.
        REPEATED,
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
        if (!StandInAgent.text(answer).startsWith("Job ")) {
            return Outcome.GOES_ON;
        }
        return hasReceipt(answer) ? Outcome.TOLD : Outcome.REPEATED;
    }

    /// Returns whether an answer carries a receipt for the end that it tells.
    static boolean hasReceipt(JsonNode answer) {
        return answer.toString().contains("nudge-receipt-");
    }
}
