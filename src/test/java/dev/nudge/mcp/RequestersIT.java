package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Requesters;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Clients of MCP that others have written talk to `nudge mcp`, in both eras: npm's SDK of the era
/// of sessions, with its experimental tasks; its successor in both; and `ext-tasks` beside that.
class RequestersIT {
    @AutoClose private final NudgeUser user = NudgeUser.create();

    private JsonNode report(String era) {
        String nudge = NudgeUser.command().getFirst();
        return JsonMapper.shared()
                .readTree(new Requesters(user).runScript("requester.mjs", era, nudge));
    }

    @ParameterizedTest
    @ValueSource(strings = {"modern", "older", "sdk"})
    void clientCallsToolsAndReadsOutputsAndHasTasks(String era) {
        JsonNode report = report(era);

        assertThat(report.at("/server/name").stringValue()).isEqualTo("nudge");
        assertThat(report.path("tools")).hasSize(8);
        assertThat(report.path("answer").stringValue()).contains("exit code 0", "begun\ndone");
        assertThat(report.path("progress").toString()).contains("begun");
        assertThat(report.path("cancelled").asBoolean()).isTrue();
        assertThat(report.at("/wrongTool/code").asInt()).isEqualTo(-32602);
        assertThat(report.at("/wrongArgument/isError").asBoolean()).isTrue();
        assertThat(report.path("templates")).hasToString("[\"nudge://jobs/{job}/output\"]");
        assertThat(report.path("read").stringValue()).contains("begun\ndone");
        assertThat(report.at("/noResource/message").stringValue()).contains("No job 99");
        assertThat(report.at("/result/content/0/text").stringValue())
                .contains("exit code 3", "done");
        assertThat(report.at("/result/structuredContent/exit_code").asInt()).isEqualTo(3);
        assertThat(report.at("/result/isError").asBoolean()).isFalse();
        assertThat(report.path("stopped").stringValue()).isEqualTo("cancelled");
        assertThat(user.stored())
                .filteredOn(job -> job.path("nudge").asString("").equals("pending"))
                .isEmpty();
        switch (era) {
            case "modern" -> assertModern(report);
            case "older" -> assertOlder(report);
            default -> assertSdk(report);
        }
    }

    private static void assertModern(JsonNode report) {
        assertThat(report.path("version").stringValue()).isEqualTo("2026-07-28");
        assertTasks(report);
        assertThat(report.path("resources").toString()).contains("nudge://jobs/1/output");
        assertThat(report.at("/form/message").stringValue()).endsWith("asks: Your name?");
        assertThat(report.path("answered").stringValue()).contains("hello Ada");
        assertThat(report.path("listened").asBoolean()).isTrue();
        assertThat(report.path("notified").toString())
                .contains("acknowledged", "\"working\",\"completed\"");
    }

    private static void assertOlder(JsonNode report) {
        assertThat(report.path("version").stringValue()).isEqualTo("2025-11-25");
        assertTasks(report);
        assertThat(report.path("list").toString()).contains("\"completed\"", "\"cancelled\"");
    }

    /// What `ext-tasks` sees in both eras.
    private static void assertTasks(JsonNode report) {
        assertThat(report.path("kind").stringValue()).isEqualTo("task");
        assertThat(report.at("/working/status").stringValue()).isEqualTo("working");
        assertThat(report.at("/working/suggestedPollIntervalMs").asInt())
                .isEqualTo(TaskView.POLL_INTERVAL_MS);
        assertThat(report.path("plain").stringValue()).contains("started in the background");
        assertThat(report.at("/unknown/code").asInt()).isEqualTo(-32602);
    }

    private static void assertSdk(JsonNode report) {
        assertThat(report.path("seen").toString()).contains("taskCreated", "result");
        assertThat(report.path("list")).hasToString("[\"completed\"]");
        assertThat(report.at("/stoppedAgain/code").asInt()).isEqualTo(-32602);
    }
}
