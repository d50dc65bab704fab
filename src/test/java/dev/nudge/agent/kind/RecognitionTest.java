package dev.nudge.agent.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecognitionTest {
    private final Recognition gemini = AgentKinds.builtIn("gemini-cli").process();

    private boolean isGemini(String commandLine) {
        List<String> words = List.of(commandLine.split(" ", -1));
        return gemini.isProgramOf(words) || gemini.isFoundIn(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node /usr/local/bin/gemini",
                "/usr/bin/node --max-old-space-size=8192 --no-warnings /usr/local/bin/gemini -y",
                "node --require /tmp/hook.js /opt/gemini-cli/bundle/gemini.js",
                "/opt/node /home/me/src/gemini-cli/packages/cli/index.js",
                "/usr/bin/node-22 --max-old-space-size=8192 /usr/bin/gemini",
                "/usr/bin/node22 /usr/bin/gemini",
                "gemini --yolo",
            })
    void geminiCliIsRecognized(String commandLine) {
        assertThat(isGemini(commandLine)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "-bash", "node /usr/bin/qwen", "vim gemini.js", "codex gemini"})
    void otherProgramsAreNot(String commandLine) {
        assertThat(isGemini(commandLine)).isFalse();
    }

    /// Scripts may have names of others; opencode 1.14 starts its program under a name with a dot.
    @ParameterizedTest
    @CsvSource({
        "qwen-code, node --expose-gc /usr/lib/node_modules/@qwen-code/qwen-code/cli.js",
        "copilot-cli, /usr/lib/node_modules/@github/copilot-linux-x64/copilot",
        "copilot-cli, node /usr/local/bin/copilot --continue",
        "copilot-cli, node /usr/lib/node_modules/@github/copilot/npm-loader.js",
        "opencode, opencode",
        "opencode, /opt/opencode-ai/bin/.opencode",
        "none, ''",
    })
    void agentIsRecognizedAndNothingElse(String agent, String commandLine) {
        List<String> words =
                commandLine.isEmpty() ? List.of() : List.of(commandLine.split(" ", -1));

        assertThat(AgentKinds.builtIn())
                .filteredOn(name -> {
                    Recognition kind = AgentKinds.builtIn(name).process();
                    return kind.isProgramOf(words) || kind.isFoundIn(words);
                })
                .isEqualTo(agent.equals("none") ? List.of() : List.of(agent));
    }
}
