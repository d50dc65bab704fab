package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.testkit.NudgeUser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrarsTest {
    @TempDir private Path folder;

    /// A person knows the name of the program.
    @Test
    void agentThatIsThereIsFoundByItsKindAndItsProgram() {
        NudgeUser.writeProgram(folder.resolve("copilot"), "");
        Map<String, String> environment =
                Map.of("PATH", folder.toString(), "HOME", folder.toString());
        Registrars agents = Registrars.of(environment, Path.of("/opt/nudge"));

        assertThat(agents.chosen(List.of("copilot")))
                .isEqualTo(agents.chosen(List.of("copilot-cli")))
                .isEqualTo(agents.chosen(List.of()))
                .hasSize(1);
        assertThatThrownBy(() -> agents.chosen(List.of("claude-code")))
                .hasMessage("Claude Code (command claude) is not on the PATH.");
        assertThatThrownBy(() -> agents.chosen(List.of("vim")))
                .hasMessageStartingWith(
                        "nudge cannot be registered with \"vim\", but with: claude-code,");
    }
}
