package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.soak.Waited.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WaitedTest {
    @Test
    void killWhoseAnswerCarriesAReceiptHasTold() {
        assertThat(
                        Waited.outcomeOfKill(
                                answer(
                                        "Job 7 has been killed: x. nudge-receipt-7-0123456789abcdef")))
                .isEqualTo(Outcome.TOLD);
    }

    @Test
    void killWhoseAnswerCarriesNoReceiptIsLikeAWaitWithoutOne() {
        assertThat(Waited.outcomeOfKill(answer("Job 7 has been killed: signal SIGTERM.")))
                .isEqualTo(Outcome.REPEATED);
    }

    @Test
    void killThatCameTooLateReportsNothing() {
        assertThat(Waited.outcomeOfKill(answer("Job 7 had already ended: signal SIGTERM.")))
                .isEqualTo(Outcome.HAD_ENDED);
    }

    @Test
    void killWithAnotherAnswerHasFailed() {
        assertThat(
                        Waited.outcomeOfKill(
                                answer("The nudge daemon ended while it handled this call.")))
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void killWithoutAnAnswerHasHeardNothing() {
        assertThat(Waited.outcomeOfKill(JsonMapper.shared().valueToTree(Map.of("gone", true))))
                .isEqualTo(Outcome.GONE);
    }

    private static JsonNode answer(String text) {
        return JsonMapper.shared()
                .valueToTree(
                        Map.of(
                                "result",
                                Map.of("content", List.of(Map.of("type", "text", "text", text)))));
    }
}
