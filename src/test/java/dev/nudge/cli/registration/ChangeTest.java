package dev.nudge.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTest {
    @Test
    void commandsCanBeCopiedIntoAShell() {
        assertThat(new Change.Run(List.of("codex", "mcp", "add", "/home/a b/nudge"), ""))
                .hasToString("codex mcp add '/home/a b/nudge'");
        assertThat(new Change.Link(Path.of("/home/a b/link"), Path.of("/opt/nudge")))
                .hasToString("ln -s /opt/nudge '/home/a b/link'");
        assertThat(new Change.Unlink(Path.of("/home/a b/link"))).hasToString("rm '/home/a b/link'");
    }
}
