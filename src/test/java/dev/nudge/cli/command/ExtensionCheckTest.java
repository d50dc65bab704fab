package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.view.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionCheckTest {
    @TempDir private Path folder;

    @Test
    void extensionThatIsNotLinkedIsFound() {
        Finding finding = ExtensionCheck.extension(folder.resolve("nudge"));

        assertThat(finding.isWrong()).isTrue();
        assertThat(finding.what()).startsWith("The extension is not linked into Gemini CLI");
    }

    @Test
    void installedExtensionIsGood() throws IOException {
        Files.createFile(folder.resolve("gemini-extension.json"));

        assertThat(ExtensionCheck.extension(folder).isWrong()).isFalse();
    }

    @Test
    void linkIsFollowed() throws IOException {
        Path place = Files.createDirectory(folder.resolve("nudge"));
        Path source = Files.createDirectory(folder.resolve("built"));
        Files.writeString(
                place.resolve(".gemini-extension-install.json"),
                "{\"source\":\"%s\",\"type\":\"link\"}".formatted(source));

        assertThat(ExtensionCheck.extension(place).what()).contains("linked to " + source);
        Files.createFile(source.resolve("gemini-extension.json"));
        assertThat(ExtensionCheck.extension(place).what()).isEqualTo("Extension " + source);
    }
}
