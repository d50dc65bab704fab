package dev.nudge.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The hashes are those that Codex 0.169 wrote for these hooks.
class HookTrustTest {
    private static final String HOOKS =
            """
            {"hooks": {
              "SessionStart": [{"hooks": [
                {"type": "command", "command": "sh /tmp/chx/hook.sh SessionStart", "timeout": 30}]}],
              "PostToolUse": [{"matcher": ".*", "hooks": [
                {"type": "command", "command": "sh /tmp/chx/hook.sh PostToolUse", "timeout": 30}]}]}}
            """;
    private static final String OTHER =
            """
            {"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "beep"}]}]}}
            """;

    @TempDir private Path folder;
    private Path file;
    private HookFile hooks;

    @BeforeEach
    void manifest() throws IOException {
        file = folder.resolve("hooks.json");
        Path ours = Files.writeString(folder.resolve("ours.json"), HOOKS);
        hooks = new HookFile(file, ours, text -> text);
    }

    private boolean isGiven(String settings) {
        return hooks.areTrusted("hooks.state", settings);
    }

    private String settings(int place) {
        return """
        model = "gpt-5-codex"

        [hooks.state]

        [hooks.state."%1$s:post_tool_use:%2$d:0"]
        trusted_hash = "sha256:d9f032e14f2f7c90ebddaab12b9964041e8f1aa5223c00f0e4dbefb44e1d595f"

        [hooks.state."%1$s:session_start:0:0"]
        trusted_hash = "sha256:9cca45d22fc3e8ff453d15b9b22c5cf377a13253d1722c86e02c98ab7f19fac4"

        [mcp_servers.nudge]
        args = ["mcp"]
        """
                .formatted(file, place);
    }

    @Test
    void trustIsGivenOnceTheSettingsHaveTheHashOfEachHookThatIsThere() throws IOException {
        assertThat(isGiven(settings(0))).isFalse();
        Files.writeString(file, "rubbish");
        assertThat(isGiven(settings(0))).isFalse();
        Files.delete(file);

        hooks.add();

        assertThat(isGiven("")).isFalse();
        assertThat(isGiven(settings(0))).isTrue();
        assertThat(isGiven(settings(0).replace("9cca45", "9cca46"))).isFalse();
        assertThat(isGiven(settings(0).replace("session_start", "stop"))).isFalse();
        // The hash of the next hook is not that of this one.
        String moved = settings(0).replaceFirst("trusted_hash = .*", "enabled = true");
        assertThat(isGiven(moved)).isFalse();
    }

    @Test
    void placeAmongThePersonsOwnHooksCounts() throws IOException {
        Files.writeString(file, OTHER);
        hooks.add();

        assertThat(isGiven(settings(0))).isFalse();
        assertThat(isGiven(settings(1))).isTrue();
    }
}
