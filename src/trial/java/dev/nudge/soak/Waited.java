package dev.nudge.soak;

import dev.nudge.testkit.StandInAgent;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// A call that has waited for the end of a job, or has killed it.
///
/// @param token of the job's plan
/// @param begun when it was sent
/// @param over when its answer was heard, or it was known that there is none
record Waited(String token, Wait.Way way, Instant begun, Instant over, Outcome outcome) {
    private static final Pattern KILLED = Pattern.compile("Job \\d+ has been killed: ");
    private static final Pattern HAD_ENDED = Pattern.compile("Job \\d+ had already ended: ");

    /// What was heard.
    enum Outcome {
        /// The end, for which the answer carries a receipt.
        TOLD,
        /// The end, without a receipt: it has been told already, or is being told otherwise.
        REPEATED,
        /// That it had ended before it could be killed. This does not report the end: a message
        /// does.
        HAD_ENDED,
        /// That the job continues.
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
        return silence(answer).orElseGet(() -> waited(answer));
    }

    /// Reads what has become of a call to kill.
    static Outcome outcomeOfKill(JsonNode answer) {
        return silence(answer).orElseGet(() -> killed(answer));
    }

    private static Optional<Outcome> silence(JsonNode answer) {
        if (answer.path("gone").asBoolean(false)) {
            return Optional.of(Outcome.GONE);
        }
        return answer.path("dropped").asBoolean(false)
                ? Optional.of(Outcome.DROPPED)
                : Optional.empty();
    }

    private static Outcome waited(JsonNode answer) {
        if (answer.path("result").path("structuredContent").isMissingNode()) {
            return Outcome.FAILED;
        }
        return StandInAgent.text(answer).startsWith("Job ") ? told(answer) : Outcome.GOES_ON;
    }

    private static Outcome killed(JsonNode answer) {
        String text = StandInAgent.text(answer);
        if (KILLED.matcher(text).find()) {
            return told(answer);
        }
        return HAD_ENDED.matcher(text).find() ? Outcome.HAD_ENDED : Outcome.FAILED;
    }

    private static Outcome told(JsonNode answer) {
        return answer.toString().contains("nudge-receipt-") ? Outcome.TOLD : Outcome.REPEATED;
    }
}
