package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The hooks that Qwen Code finds in its extension.
class QwenHooksTest {
    private static final Path HOOKS = Path.of("src/main/extension/qwen-code/hooks.json");

    /// Older versions take a `timeout` for milliseconds (rule R115), end the hook, and the results
    /// that it has collected are lost.
    @Test
    void hooksHaveTheTimeLimitOfTheAgent() throws IOException {
        JsonNode manifest = JsonMapper.shared().readTree(Files.readString(HOOKS));

        assertThat(manifest.findValues("command")).hasSize(4);
        assertThat(manifest.findValues("timeout")).isEmpty();
    }
}
