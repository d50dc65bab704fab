package dev.nudge.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeTest {
    @Test
    void commandsCanBeCopiedIntoAShell() {
        assertThat(new Change.Run(List.of("codex", "mcp", "add", "/home/a b/nudge"), ""))
                .hasToString("codex mcp add '/home/a b/nudge'");
        assertThat(new Change.Link(Path.of("/home/a b/link"), Path.of("/opt/nudge")))
                .hasToString("ln -s /opt/nudge '/home/a b/link'");
        assertThat(new Change.Unlink(Path.of("/home/a b/link"))).hasToString("rm '/home/a b/link'");
    }

    @Test
    void onlyAFileThatIsThereIsKept(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("config.toml");
        Path copy = folder.resolve("kept");
        Change keep = new Change.Keep(file, copy);
        assertThat(keep).hasToString("rm -f " + copy);

        Files.writeString(file, "model = 1");
        assertThat(keep).hasToString("cp " + file + " " + copy);
        keep.make();
        assertThat(copy).hasContent("model = 1");
    }
}
