package dev.nudge.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.agent.kind.AgentKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrarTest {
    @TempDir private Path home;

    private Registrar agent(String kind, String extension, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of("HOME", home.toString()));
        environment.putAll(more);
        return Registrar.of(AgentKinds.builtIn(kind), environment, Path.of(extension))
                .orElseThrow();
    }

    private Path config(String kind, Map<String, String> more) {
        return agent(kind, "/opt/nudge", more).config();
    }

    private Path file(String name) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    /// An agent with a folder of its own does not read what is in the usual one.
    @Test
    void firstFileOfTheFolderThatExistsCountsAndSettingsOfAnotherFolderDoNot() throws IOException {
        Path link = file(".gemini/extensions/nudge/gemini-extension.json");
        Path usual = file(".codex/config.toml");
        Path own = home.resolve("own");

        assertThat(config("gemini-cli", Map.of())).isEqualTo(link);
        assertThat(config("codex", Map.of())).isEqualTo(usual);
        assertThat(config("codex", Map.of("CODEX_HOME", own.toString())))
                .isEqualTo(own.resolve("config.toml"));
    }

    private Registrar claude(String program) throws IOException {
        Files.writeString(
                home.resolve(".claude.json"),
                "  \"mcpServers\": {\n    \"nudge\": {\"type\": \"stdio\", \"command\": \"%s\", \"args\": [\"mcp\"]}}"
                        .formatted(program));
        return agent("claude-code", "/opt/nudge", Map.of());
    }

    private static List<String> changes(Registrar agent) throws IOException {
        List<String> changes = new ArrayList<>();
        agent.register(true, changes::add);
        return changes;
    }

    @Test
    void onlyALinkThatIsNotThereIsMadeAndAFolderOfAPersonsInItsPlaceIsKept() throws IOException {
        Registrar agent = claude("/opt/nudge/bin/nudge");
        Path mine = file(".claude/skills/nudge/SKILL.md");
        assertThatThrownBy(() -> agent.register(false, _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a link to nudge");
        List<String> undone = new ArrayList<>();
        agent.unregister(true, undone::add);
        assertThat(undone).containsExactly("claude mcp remove -s user nudge");
        assertThat(agent.isServerRegistered()).isTrue();
        assertThat(agent.isRegistered()).isFalse();
        Files.delete(mine);
        Files.delete(mine.getParent());

        assertThat(changes(agent))
                .containsExactly("ln -s /opt/nudge/claude-code " + mine.getParent());
        agent.register(false, _ -> {});

        assertThat(agent.isRegistered()).isTrue();
    }

    @Test
    void registrationOfAnotherNudgeIsReplaced() throws IOException {
        Registrar agent = claude("/elsewhere/bin/nudge");

        assertThat(agent.isPresent()).isTrue();
        assertThat(changes(agent))
                .startsWith(
                        "claude mcp remove -s user nudge",
                        "claude mcp add -s user nudge -- /opt/nudge/bin/nudge mcp");
    }

    @Test
    void onlyHooksThatAreNotThereAreAdded() throws IOException {
        String extension = Path.of("src/main/extension").toAbsolutePath().toString();
        Files.writeString(
                file(".codex/config.toml"),
                "[mcp_servers.nudge]\nenv_vars = [\"TMUX_PANE\", \"CODEX_HOME\"]\ncommand = \"%s/bin/nudge\"\n"
                        .formatted(extension));

        assertThat(changes(agent("codex", extension, Map.of())))
                .singleElement()
                .asString()
                .startsWith(home.resolve(".codex/hooks.json") + ": adds the hooks SessionStart,");
    }
}
