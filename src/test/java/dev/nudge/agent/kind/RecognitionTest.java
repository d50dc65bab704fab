package dev.nudge.agent.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecognitionTest {
    private static boolean isRecognized(String agent, String commandLine) {
        Recognition kind = AgentKinds.builtIn(agent).process();
        List<String> words =
                commandLine.isEmpty() ? List.of() : List.of(commandLine.split(" ", -1));
        return kind.isProgramOf(words) || kind.isFoundIn(words);
    }

    /// Scripts may have names of others; opencode 1.14 starts its program under a name with a dot.
    @ParameterizedTest
    @CsvSource({
        "gemini-cli, node /usr/local/bin/gemini",
        "gemini-cli, /usr/bin/node --max-old-space-size=8192 --no-warnings /usr/local/bin/gemini -y",
        "gemini-cli, node --require /tmp/hook.js /opt/gemini-cli/bundle/gemini.js",
        "gemini-cli, /opt/node /home/me/src/gemini-cli/packages/cli/index.js",
        "gemini-cli, /usr/bin/node-22 --max-old-space-size=8192 /usr/bin/gemini",
        "gemini-cli, /usr/bin/node22 /usr/bin/gemini",
        "gemini-cli, gemini --yolo",
        "qwen-code, node /usr/bin/qwen",
        "qwen-code, node --expose-gc /usr/lib/node_modules/@qwen-code/qwen-code/cli.js",
        "copilot-cli, /usr/lib/node_modules/@github/copilot-linux-x64/copilot",
        "copilot-cli, node /usr/local/bin/copilot --continue",
        "copilot-cli, node /usr/lib/node_modules/@github/copilot/npm-loader.js",
        "codex, codex gemini",
        "opencode, opencode",
        "opencode, /opt/opencode-ai/bin/.opencode",
        "none, bash",
        "none, -bash",
        "none, vim gemini.js",
        "none, ''",
    })
    void agentIsRecognizedAndNothingElse(String agent, String commandLine) {
        assertThat(AgentKinds.builtIn())
                .filteredOn(kind -> isRecognized(kind, commandLine))
                .isEqualTo(agent.equals("none") ? List.of() : List.of(agent));
    }
}
