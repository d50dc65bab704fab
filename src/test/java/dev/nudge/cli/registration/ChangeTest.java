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
        assertThat(Change.run(List.of("codex", "mcp", "add", "/home/a b/nudge"), "").text())
                .isEqualTo("codex mcp add '/home/a b/nudge'");
        assertThat(Change.link(Path.of("/home/a b/link"), Path.of("/opt/nudge")).text())
                .isEqualTo("ln -s /opt/nudge '/home/a b/link'");
        assertThat(Change.unlink(Path.of("/home/a b/link")).text())
                .isEqualTo("rm '/home/a b/link'");
    }

    @Test
    void onlyAFileThatIsThereIsKept(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("config.toml");
        Path copy = folder.resolve("kept");
        assertThat(Change.keep(file, copy).text()).isEqualTo("rm -f " + copy);

        Files.writeString(file, "model = 1");
        Change keep = Change.keep(file, copy);
        assertThat(keep.text()).isEqualTo("cp " + file + " " + copy);
        keep.step().make();
        assertThat(copy).hasContent("model = 1");
    }
}
