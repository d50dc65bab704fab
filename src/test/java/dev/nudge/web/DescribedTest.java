package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class DescribedTest {
    private static String times(String answer) {
        return Described.check(
                "GET", "/api/jobs/17/times", "", 200, answer.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsDescribedIsAccepted() {
        assertThat(times("{\"times\":[{\"at\":\"2026-03-01T10:00:00Z\",\"bytes\":1}]}"))
                .isEqualTo("GET /api/jobs/{job}/times 200");
        Described.check(
                JsonMapper.shared().readTree("{\"type\":\"jobs\",\"jobs\":[],\"warning\":null}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"times\":[{\"at\":\"2026-03-01T10:00:00Z\"}]}",
                "{\"times\":[{\"at\":\"2026-03-01T10:00:00Z\",\"bytes\":\"1\"}]}",
                "{\"times\":[],\"more\":1}"
            })
    void answerThatIsNotAsDescribedIsRejected(String answer) {
        assertThatThrownBy(() -> times(answer)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"jobs\",\"jobs\":[{}],\"warning\":null}",
                "{\"type\":\"jobs\",\"jobs\":[]}",
                "{\"type\":\"ended\",\"more\":1}",
                "{\"type\":\"unheard of\"}"
            })
    void messageThatIsNotAsDescribedIsRejected(String message) {
        assertThatThrownBy(() -> Described.check(JsonMapper.shared().readTree(message)))
                .isInstanceOf(AssertionError.class);
    }
}
