package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ListedTools;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Requesters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Clients of MCP that others have written talk to `nudge mcp`, in both eras: npm's SDK of the era
/// of sessions, its successor with `ext-tasks`, and the command line of the official inspector.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestersIT {
    private static final Path INSPECTOR =
            Path.of("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private JsonNode report(String era) {
        String nudge = NudgeUser.command().getFirst();
        return JsonMapper.shared()
                .readTree(new Requesters(user).runScript("requester.mjs", era, nudge));
    }

    @Test
    void clientOfTheEraOfSessionsCallsToolsAndReadsOutputs() {
        JsonNode report = report("sessions");

        assertBasics(report);
        assertThat(report.path("ping")).hasToString("{}");
    }

    @Test
    void modernClientCallsToolsAndReadsOutputsAndHasTasks() {
        JsonNode report = report("modern");

        assertBasics(report);
        assertThat(report.path("version").stringValue()).isEqualTo("2026-07-28");
        assertThat(report.path("resources").toString()).contains("nudge://jobs/1/output");
        assertThat(report.path("kind").stringValue()).isEqualTo("task");
        assertThat(report.at("/working/status").stringValue()).isEqualTo("working");
        assertThat(report.at("/working/suggestedPollIntervalMs").asInt())
                .isEqualTo(TaskView.POLL_INTERVAL_MS);
        assertThat(report.at("/result/content/0/text").stringValue())
                .contains("exit code 3", "done");
        assertThat(report.at("/result/structuredContent/exit_code").asInt()).isEqualTo(3);
        assertThat(report.at("/result/isError").asBoolean()).isFalse();
        assertThat(report.path("plain").stringValue()).contains("started in the background");
        assertThat(report.path("stopped").stringValue()).isEqualTo("cancelled");
        assertThat(report.at("/unknown/code").asInt()).isEqualTo(-32602);
        assertThat(report.at("/form/message").stringValue()).endsWith("asks: Your name?");
        assertThat(report.path("answered").stringValue()).contains("hello Ada");
        assertThat(report.path("listened").asBoolean()).isTrue();
        assertThat(report.path("notified").toString())
                .contains("acknowledged", "\"working\",\"completed\"");
        // A task is cancelled before its job has ended.
        await().untilAsserted(() ->
                assertThat(user.stored())
                        .filteredOn(job -> job.path("nudge").asString("").equals("pending"))
                        .isEmpty());
    }

    private static void assertBasics(JsonNode report) {
        assertThat(report.at("/server/name").stringValue()).isEqualTo("nudge");
        assertThat(report.path("tools")).hasSameSizeAs(ListedTools.names());
        assertThat(report.path("answer").stringValue()).contains("exit code 0", "begun\ndone");
        assertThat(report.path("progress").toString()).contains("begun");
        assertThat(report.path("cancelled").asBoolean()).isTrue();
        assertThat(report.at("/wrongTool/code").asInt()).isEqualTo(-32602);
        assertThat(report.at("/wrongArgument/isError").asBoolean()).isTrue();
        assertThat(report.path("templates")).hasToString("[\"nudge://jobs/{job}/output\"]");
        assertThat(report.path("read").stringValue()).contains("begun\ndone");
        assertThat(report.at("/noResource/message").stringValue()).contains("No job 99");
    }

    /// It lists the tools before it calls one. For the other era it has the client above.
    @Test
    void inspectorListsAndCallsToolsInTheEraOfSessions() {
        String order = "{\"command\":\"echo done\",\"notify\":\"silent\",\"wait_seconds\":30}";
        List<String> words = new ArrayList<>(List.of("--cli", NudgeUser.command().getFirst()));
        words.addAll(List.of("mcp", "--format", "json", "--protocol-era", "legacy"));
        words.addAll(List.of("--connect-timeout", Long.toString(Patience.LONG.toMillis())));
        words.addAll(List.of("--method", "tools/call", "--tool-name", "run_long_command"));
        words.addAll(List.of("--tool-args-json", order));

        String answer = new Requesters(user).run(INSPECTOR, words.toArray(String[]::new));

        assertThat(JsonMapper.shared().readTree(answer).at("/result/content/0/text").stringValue())
                .contains("exit code 0", "done");
    }
}
