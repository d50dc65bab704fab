package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DescribedTest {
    private static void answer(String json) {
        Described.check(
                "GET", "/api/jobs/17/times", "", 200, json.getBytes(StandardCharsets.UTF_8));
    }

    private static void message(String json) {
        Described.check(JsonMapper.shared().readTree(json));
    }

    @Test
    void whatIsDescribedIsAcceptedAndAnythingElseRejected() {
        answer("{\"times\":[{\"at\":\"2026-03-01T10:00:00Z\",\"bytes\":1}]}");
        message("{\"type\":\"jobs\",\"jobs\":[],\"warning\":null}");
        for (String answer :
                List.of(
                        "{\"times\":[{\"at\":\"2026-03-01T10:00:00Z\",\"bytes\":\"1\"}]}",
                        "{\"times\":[],\"more\":1}")) {
            assertThatThrownBy(() -> answer(answer)).isInstanceOf(AssertionError.class);
        }
        for (String message :
                List.of(
                        "{\"type\":\"jobs\",\"jobs\":[]}",
                        "{\"type\":\"ended\",\"more\":1}",
                        "{\"type\":\"unheard of\"}")) {
            assertThatThrownBy(() -> message(message)).isInstanceOf(AssertionError.class);
        }
    }
}
