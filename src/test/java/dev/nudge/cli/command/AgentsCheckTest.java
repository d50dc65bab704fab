package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.view.Finding;
import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsCheckTest {
    @TempDir private Path folder;

    private final AgentKind claude = AgentKinds.builtIn("claude-code");

    @Test
    void versionThatWasTriedIsGoodAndAnyOtherIsANoteThatSaysWhatThatMeans() {
        assertThat(AgentsCheck.version(claude, "2.1.330"))
                .isEqualTo(Finding.good("Claude Code 2.1.330"));
        Finding finding = AgentsCheck.version(claude, "2.1.331");

        assertThat(finding.state()).isEqualTo("note");
        assertThat(finding.what())
                .startsWith("Claude Code 2.1.331; nudge was tried with ")
                .endsWith(", 2.1.332");
        assertThat(finding.fix()).contains("only into a prompt that it recognizes for certain");
        assertThat(AgentsCheck.tried(List.of()))
                .isEqualTo("its file does not say which versions it was tried with");
    }

    @Test
    void extensionIsLinkedOrInstalled() throws IOException {
        Path place = folder.resolve("nudge");
        Finding missing = AgentsCheck.extension(place);
        assertThat(missing.isWrong()).isTrue();
        assertThat(missing.what()).startsWith("The extension is not linked into Gemini CLI");

        Files.createDirectory(place);
        Path source = Files.createDirectory(folder.resolve("built"));
        Path link =
                Files.writeString(
                        place.resolve(".gemini-extension-install.json"),
                        "{\"source\":\"%s\",\"type\":\"link\"}".formatted(source));
        assertThat(AgentsCheck.extension(place).what()).contains("linked to " + source);
        Files.createFile(source.resolve("gemini-extension.json"));
        assertThat(AgentsCheck.extension(place)).isEqualTo(Finding.good("Extension " + source));

        Files.delete(link);
        Files.createFile(place.resolve("gemini-extension.json"));
        assertThat(AgentsCheck.extension(place)).isEqualTo(Finding.good("Extension " + place));
    }

    private void assertFound(Finding expected) {
        Map<String, String> here = Map.of("PATH", folder.toString(), "HOME", folder.toString());
        assertThat(AgentsCheck.findings(here)).contains(expected);
    }

    /// Here, nudge is not packaged: its program is `bin/nudge`.
    @Test
    void whatARegistrationLacksIsNamedAndThatItIsThereTwice() throws IOException {
        NudgeUser.writeProgram(folder.resolve("claude"), "");
        String install = "nudge install claude-code";
        assertFound(Finding.note("nudge is not registered with Claude Code", install));

        String settings =
                "  \"mcpServers\": {\n    \"nudge\": {\"type\": \"stdio\", \"command\": \"%s\", \"args\": [\"mcp\"]}}";
        Path file = folder.resolve(".claude.json");
        Files.writeString(file, settings.formatted("/elsewhere/bin/nudge"));
        assertFound(
                Finding.note("nudge is not registered with Claude Code as it should be", install));
        Files.writeString(file, settings.formatted("bin/nudge"));
        assertFound(
                Finding.note(
                        "nudge is registered with Claude Code, but its hooks are not", install));

        Path plugins = Files.createDirectory(folder.resolve(".claude")).resolve("settings.json");
        Files.writeString(plugins, "{\"enabledPlugins\": {\"nudge@nudge\": true}}");
        assertFound(
                new Finding(
                        "nudge is registered with Claude Code twice: as its plugin, and by nudge install",
                        "nudge uninstall claude-code"));
        Files.delete(file);
        assertFound(Finding.good("nudge is a plugin of Claude Code"));
    }
}
