package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.ListedTools;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Requesters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The command line of the official inspector asks `nudge mcp`.
class InspectorIT {
    private static final Path PROGRAM =
            Path.of("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private JsonNode inspect(String era, String... options) {
        List<String> words =
                new ArrayList<>(List.of("--cli", NudgeUser.command().getFirst(), "mcp"));
        words.addAll(List.of(options));
        String patience = Long.toString(Patience.LONG.toMillis());
        words.addAll(List.of("--protocol-era", era, "--connect-timeout", patience));
        words.addAll(List.of("--format", "json"));
        String answer = new Requesters(user).run(PROGRAM, words.toArray(String[]::new));
        return JsonMapper.shared().readTree(answer).path("result");
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "modern"})
    void inspectorListsAndCallsTools(String era) {
        assertThat(inspect(era, "--method", "tools/list").path("tools"))
                .hasSameSizeAs(ListedTools.names());
        JsonNode called =
                inspect(
                        era,
                        "--method",
                        "tools/call",
                        "--tool-name",
                        "run_long_command",
                        "--tool-args-json",
                        "{\"command\":\"echo done\",\"notify\":\"silent\",\"wait_seconds\":30}");
        assertThat(called.at("/content/0/text").stringValue()).contains("exit code 0", "done");
    }
}
