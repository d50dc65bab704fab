package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.soak.Waited.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class WaitedTest {
    @ParameterizedTest
    @CsvSource({
        "Job 7 has been killed: x. nudge-receipt-7-0123456789abcdef, TOLD",
        "Job 7 has been killed: signal SIGTERM., REPEATED",
        "Job 7 had already ended: signal SIGTERM., HAD_ENDED",
        "The nudge daemon ended while it handled this call., FAILED"
    })
    void answerToAKillTellsWhatCameOfIt(String text, Outcome outcome) {
        List<Map<String, String>> content = List.of(Map.of("type", "text", "text", text));
        assertThat(outcomeOf(Map.of("result", Map.of("content", content)))).isEqualTo(outcome);
    }

    @Test
    void killWithoutAnAnswerHasHeardNothing() {
        assertThat(outcomeOf(Map.of("gone", true))).isEqualTo(Outcome.GONE);
    }

    private static Outcome outcomeOf(Map<String, ?> answer) {
        return Waited.outcomeOfKill(JsonMapper.shared().valueToTree(answer));
    }
}
