package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// MCP 2026-07-28 on the wire of `nudge mcp`, beside the era of sessions.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModernServerIT {
    private static final Duration PATIENCE = Patience.LONG;
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
    }

    @Test
    void toolsAreThoseOfTheEraOfSessions() {
        JsonNode modern = agent.alone("tools/list", Map.of(), false).path("result");
        try (StandInAgent legacy = StandInAgent.start(tmux, user, "legacy")) {
            JsonNode tools = legacy.request("tools/list", Map.of()).path("result").path("tools");

            assertThat(modern.path("tools")).isEqualTo(tools);
        }
        assertThat(modern.path("resultType").stringValue()).isEqualTo("complete");
        assertThat(modern.path("cacheScope").stringValue()).isEqualTo("private");
    }

    @Test
    void bothErasAreServedOnOneConnection() {
        try (StandInAgent both = StandInAgent.start(tmux, user, "gemini-cli-2")) {
            assertThat(both.request("ping", Map.of()).has("result")).isTrue();
            assertThat(both.alone("tools/list", Map.of(), false).path("result").has("resultType"))
                    .isTrue();
            assertThat(both.request("tools/list", Map.of()).path("result").has("resultType"))
                    .isFalse();
        }
    }

    @Test
    void eachRequestSaysItsVersionAndItsCapabilities() {
        JsonNode version = errorOf(Map.of(PREFIX + "protocolVersion", "2031-01-01"));
        assertThat(version.path("code").asInt()).isEqualTo(-32022);
        assertThat(version.path("data").path("supported")).hasToString("[\"2026-07-28\"]");
        assertThat(version.path("data").path("requested").stringValue()).isEqualTo("2031-01-01");
        assertThat(errorOf(Map.of(PREFIX + "protocolVersion", "2026-07-28")).path("code").asInt())
                .isEqualTo(-32602);
        assertThat(agent.request("server/discover", Map.of()).path("error").path("code").asInt())
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
    }

    @Test
    void resourcesAreListedAndRead() {
        Map<String, Object> call = Map.of("command", "echo hello", "notify", "silent");
        long job =
                agent.callAlone("run_long_command", call, false)
                        .at("/result/structuredContent/job")
                        .asLong();
        user.awaitEnd(job);
        String uri = "nudge://jobs/%d/output".formatted(job);

        assertThat(agent.alone("resources/list", Map.of(), false).at("/result/resources"))
                .anyMatch(resource -> resource.path("uri").stringValue("").equals(uri));
        assertThat(
                        agent.alone("resources/templates/list", Map.of(), false)
                                .at("/result/resourceTemplates/0/uriTemplate"))
                .hasToString("\"nudge://jobs/{job}/output\"");
        JsonNode read = agent.alone("resources/read", Map.of("uri", uri), false).path("result");
        assertThat(read.at("/contents/0/text").stringValue()).contains("hello");
        assertThat(read.path("ttlMs").asInt(-1)).isZero();
        JsonNode none = error("resources/read", Map.of("uri", "nudge://jobs/999/output"));
        assertThat(none.path("code").asInt()).isEqualTo(-32602);
        assertThat(none.path("data").path("uri").stringValue()).contains("999");
    }

    @Test
    void callReportsItsProgressAndIsNotAnsweredOnceItIsCancelled() {
        int id =
                agent.sendAlone(
                        "tools/call",
                        Map.of(
                                "name",
                                "run_long_command",
                                "arguments",
                                Map.of(
                                        "command",
                                        "echo begun; sleep 300",
                                        "notify",
                                        "silent",
                                        "wait_seconds",
                                        300)),
                        true);
        awaitLine("notifications/progress", "begun", "\"progressToken\":\"token\"");

        agent.sendLine(
                JsonMapper.shared()
                        .writeValueAsString(
                                Map.of(
                                        "jsonrpc",
                                        "2.0",
                                        "method",
                                        "notifications/cancelled",
                                        "params",
                                        Map.of("requestId", id))));

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
                        awaitLine(
                                "notifications/subscriptions/acknowledged",
                                "\"" + PREFIX + "subscriptionId\":" + id + "}"))
                .contains("\"notifications\":{}");
        assertThat(agent.answer(id)).isEmpty();
    }

    private String awaitLine(String... parts) {
        return await().atMost(PATIENCE)
                .until(
                        () ->
                                agent.lines().stream()
                                        .filter(l -> Stream.of(parts).allMatch(l::contains))
                                        .findFirst()
                                        .orElse(""),
                        line -> !line.isEmpty());
    }
}
