package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// MCP 2026-07-28 on the wire of `nudge mcp`, beside the era of sessions: what [ConformanceIT] does
/// not ask.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModernServerIT {
    private static final String TASKS = "io.modelcontextprotocol/tasks";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    @AutoClose
    private final StandInAgent agent = StandInAgent.startModern(tmux, user, "gemini-cli");

    private JsonNode error(String method, Map<String, Object> params) {
        return agent.alone(method, params, false).path("error");
    }

    @Test
    void saysWhatItCanDo() {
        JsonNode result = agent.alone("server/discover", Map.of(), false).path("result");

        assertThat(result.path("capabilities"))
                .hasToString(
                        "{\"tools\":{},\"resources\":{},\"extensions\":{\"%s\":{}}}"
                                .formatted(TASKS));
        JsonNode outputs = agent.alone("resources/list", Map.of(), false).path("result");
        assertThat(outputs.path("ttlMs").asInt(-1)).as("each job that begins changes it").isZero();
        assertThat(outputs.path("cacheScope").stringValue()).isEqualTo("private");
    }

    @Test
    void toolsAreThoseOfTheEraOfSessionsAlsoOnOneConnection() {
        JsonNode modern = agent.alone("tools/list", Map.of(), false).path("result");
        try (StandInAgent both = StandInAgent.start(tmux, user, "gemini-cli-2")) {
            assertThat(both.request("ping", Map.of()).has("result")).isTrue();
            assertThat(both.alone("tools/list", Map.of(), false).path("result")).isEqualTo(modern);
            JsonNode ofSessions = both.request("tools/list", Map.of()).path("result");
            assertThat(ofSessions.has("resultType")).isFalse();
            assertThat(ofSessions.path("tools")).isEqualTo(modern.path("tools"));
        }
    }

    @Test
    void errorsSayWhatIsWrong() {
        assertThat(error("ping", Map.of()).path("code").asInt()).isEqualTo(-32601);
        assertThat(error("tools/call", Map.of("name", "no_tool")).path("message").stringValue())
                .contains("no tool \"no_tool\"");
        for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
            for (String id : List.of("job-1-" + "0".repeat(32), "job-1-../../1", "x")) {
                JsonNode none = agent.alone(method, Map.of("taskId", id), true).path("error");
                assertThat(none.path("code").asInt()).as(method).isEqualTo(-32602);
                assertThat(none.path("message").stringValue())
                        .contains("There is no task \"" + id + "\"");
            }
            assertThat(agent.alone(method, Map.of(), true).at("/error/code").asInt())
                    .isEqualTo(-32602);
            assertThat(error(method, Map.of("taskId", "x")).path("code").asInt())
                    .as("from a client that does not declare tasks")
                    .isEqualTo(-32021);
        }
        Map<String, Object> wanted = Map.of("notifications", Map.of("taskIds", List.of("x")));
        JsonNode missing = error("subscriptions/listen", wanted);
        assertThat(missing.path("code").asInt()).isEqualTo(-32021);
        assertThat(missing.at("/data/requiredCapabilities/extensions").has(TASKS)).isTrue();
        JsonNode none = error("resources/read", Map.of("uri", "nudge://jobs/999/output"));
        assertThat(none.path("code").asInt()).isEqualTo(-32602);
        assertThat(none.at("/data/uri").stringValue()).contains("999");
    }

    @Test
    void callReportsItsProgressAndIsNotAnsweredOnceItIsCancelled() {
        Map<String, Object> order =
                Map.of("command", "echo begun; sleep 300", "notify", "silent", "wait_seconds", 300);
        int id =
                agent.sendAlone(
                        "tools/call", Map.of("name", "run_long_command", "arguments", order), true);
        agent.awaitLine("notifications/progress", "begun", "\"progressToken\":\"token\"");

        agent.cancel(id);

        assertThat(agent.alone("tools/list", Map.of(), false).has("result")).isTrue();
        assertThat(agent.answer(id)).isEmpty();
    }
}
