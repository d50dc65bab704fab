package dev.nudge.agent.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

    /// Its script has a name that others have too.
    @Test
    void qwenCodeIsRecognizedAndNothingElse() {
        List<String> words =
                List.of(
                        "/usr/bin/node",
                        "--expose-gc",
                        "/usr/lib/node_modules/@qwen-code/qwen-code/cli.js");

        for (String name : AgentKinds.builtIn()) {
            Recognition kind = AgentKinds.builtIn(name).process();
            assertThat(kind.isProgramOf(words) || kind.isFoundIn(words))
                    .as(name)
                    .isEqualTo(name.equals("qwen-code"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/usr/lib/node_modules/@github/copilot-linux-x64/copilot",
                "node /usr/local/bin/copilot --continue",
                "node /usr/lib/node_modules/@github/copilot/npm-loader.js"
            })
    void copilotCliIsRecognizedAndNothingElse(String commandLine) {
        List<String> words = List.of(commandLine.split(" "));

        for (String name : AgentKinds.builtIn()) {
            Recognition kind = AgentKinds.builtIn(name).process();
            assertThat(kind.isProgramOf(words) || kind.isFoundIn(words))
                    .as(name)
                    .isEqualTo(name.equals("copilot-cli"));
        }
    }

    /// Version 1.14 starts its program under a name with a dot.
    @ParameterizedTest
    @ValueSource(strings = {"opencode", "/opt/opencode-ai/bin/.opencode"})
    void opencodeIsRecognized(String commandLine) {
        Recognition opencode = AgentKinds.builtIn("opencode").process();

        assertThat(opencode.isProgramOf(List.of(commandLine))).isTrue();
    }

    @Test
    void processThatIsGoneIsNothing() {
        assertThat(gemini.isProgramOf(List.of())).isFalse();
    }
}
