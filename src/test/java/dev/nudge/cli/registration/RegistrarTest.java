package dev.nudge.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrarTest {
    @TempDir private Path home;

    private Path config(String kind, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of("HOME", home.toString()));
        environment.putAll(more);
        return Registrar.of(AgentKinds.builtIn(kind), environment, Path.of("/opt/nudge"))
                .orElseThrow()
                .config();
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
}
