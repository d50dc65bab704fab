package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// MCP 2026-07-28 on the wire of `nudge mcp`, beside the era of sessions.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModernServerIT {
    private static final String PREFIX = "io.modelcontextprotocol/";

    private final NudgeUser user = NudgeUser.create();
    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private StandInAgent agent;

    @BeforeAll
    void start() {
        agent = StandInAgent.startModern(tmux, user, "gemini-cli");
    }

    @AfterAll
    void close() {
        agent.close();
        tmux.close();
        user.close();
    }

    private JsonNode error(String method, Map<String, Object> params) {
        return agent.alone(method, params, false).path("error");
    }

    /// Makes a request as a client that takes tasks.
    private JsonNode ofTask(String method, Map<String, Object> params) {
        return agent.alone(method, params, true).path("error");
    }

    private JsonNode errorOf(Map<String, Object> meta) {
        return agent.request("tools/list", Map.of("_meta", meta)).path("error");
    }

    @Test
    void saysWhatItSpeaksAndWhatItCanDo() {
        JsonNode result = agent.alone("server/discover", Map.of(), false).path("result");

        assertThat(result.path("resultType").stringValue()).isEqualTo("complete");
        assertThat(result.path("supportedVersions")).hasToString("[\"2026-07-28\"]");
        assertThat(result.path("capabilities"))
                .hasToString(
                        "{\"tools\":{},\"resources\":{},\"extensions\":{\"%stasks\":{}}}"
                                .formatted(PREFIX));
        assertThat(result.path("_meta").path(PREFIX + "serverInfo").path("name").stringValue())
                .isEqualTo("nudge");
        assertThat(result.path("ttlMs").isIntegralNumber()).isTrue();
        assertThat(result.path("cacheScope").stringValue()).isEqualTo("private");
        JsonNode outputs = agent.alone("resources/list", Map.of(), false).path("result");
        assertThat(outputs.path("ttlMs").asInt(-1)).as("each job that begins changes it").isZero();
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
        assertThat(modern.path("resultType").stringValue()).isEqualTo("complete");
        assertThat(modern.path("cacheScope").stringValue()).isEqualTo("private");
    }

    @Test
    void eachRequestSaysItsVersionAndItsCapabilities() {
        JsonNode version = errorOf(Map.of(PREFIX + "protocolVersion", "2031-01-01"));
        assertThat(version.path("code").asInt()).isEqualTo(-32022);
        assertThat(version.at("/data/supported")).hasToString("[\"2026-07-28\"]");
        assertThat(version.at("/data/requested").stringValue()).isEqualTo("2031-01-01");
        assertThat(errorOf(Map.of(PREFIX + "protocolVersion", "2026-07-28")).path("code").asInt())
                .isEqualTo(-32602);
        assertThat(agent.request("server/discover", Map.of()).at("/error/code").asInt())
                .isEqualTo(-32602);
    }

    @Test
    void errorsSayWhatIsWrong() {
        assertThat(error("tasks/result", Map.of()).path("code").asInt()).isEqualTo(-32601);
        assertThat(error("ping", Map.of()).path("code").asInt()).isEqualTo(-32601);
        JsonNode noTool = error("tools/call", Map.of("name", "no_tool"));
        assertThat(noTool.path("code").asInt()).isEqualTo(-32602);
        assertThat(noTool.path("message").stringValue()).contains("no tool \"no_tool\"");
        for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
            assertThat(ofTask(method, Map.of()).path("code").asInt()).isEqualTo(-32602);
            for (String id : List.of("job-1-" + "0".repeat(32), "job-1-../../1", "x")) {
                assertThat(ofTask(method, Map.of("taskId", id)).path("message").stringValue())
                        .contains("There is no task \"" + id + "\"");
            }
            assertThat(error(method, Map.of("taskId", "x")).path("code").asInt())
                    .as("from a client that does not declare tasks")
                    .isEqualTo(-32021);
        }
        JsonNode missing =
                error(
                        "subscriptions/listen",
                        Map.of("notifications", Map.of("taskIds", List.of("x"))));
        assertThat(missing.path("code").asInt()).isEqualTo(-32021);
        assertThat(missing.at("/data/requiredCapabilities/extensions").has(PREFIX + "tasks"))
                .isTrue();
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

    @Test
    void subscriptionWithoutTasksIsAcknowledged() {
        int id =
                agent.sendAlone(
                        "subscriptions/listen",
                        Map.of("notifications", Map.of("toolsListChanged", true)),
                        false);

        assertThat(
                        agent.awaitLine(
                                "notifications/subscriptions/acknowledged",
                                "\"" + PREFIX + "subscriptionId\":" + id + "}"))
                .contains("\"notifications\":{}");
        assertThat(agent.answer(id)).isEmpty();
    }
}
