package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.view.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsCheckTest {
    @TempDir private Path folder;

    private final AgentKind claude = AgentKinds.builtIn("claude-code");

    @Test
    void versionThatWasTriedIsGood() {
        assertThat(AgentsCheck.version(claude, "2.1.330"))
                .isEqualTo(Finding.good("Claude Code 2.1.330"));
    }

    @Test
    void otherVersionIsANoteThatSaysWhatThatMeans() {
        Finding finding = AgentsCheck.version(claude, "2.1.331");

        assertThat(finding.state()).isEqualTo("note");
        assertThat(finding.what())
                .startsWith("Claude Code 2.1.331; nudge was tried with ")
                .endsWith(", 2.1.332");
        assertThat(finding.fix()).contains("only into a prompt that it recognizes for certain");
    }

    @Test
    void fileWithoutVersionsIsANote() {
        AgentKind mine =
                new AgentKind(
                        "mine",
                        "Mine",
                        claude.process(),
                        claude.session(),
                        claude.ways(),
                        claude.hooks(),
                        claude.takesTasks(),
                        List.of(),
                        claude.screen(),
                        claude.profile(),
                        claude.givesLittle(),
                        claude.marks(),
                        claude.registration(),
                        claude.inbox(),
                        claude.queue(),
                        claude.withheld());

        assertThat(AgentsCheck.version(mine, "1.0"))
                .extracting(Finding::state, Finding::what)
                .containsExactly(
                        "note", "Mine 1.0; its file does not say which versions it was tried with");
    }

    @Test
    void extensionThatIsNotLinkedIsFound() {
        Finding finding = AgentsCheck.extension(folder.resolve("nudge"));

        assertThat(finding.isWrong()).isTrue();
        assertThat(finding.what()).startsWith("The extension is not linked into Gemini CLI");
    }

    @Test
    void installedExtensionIsGood() throws IOException {
        Files.createFile(folder.resolve("gemini-extension.json"));

        assertThat(AgentsCheck.extension(folder).isWrong()).isFalse();
    }

    @Test
    void linkIsFollowed() throws IOException {
        Path place = Files.createDirectory(folder.resolve("nudge"));
        Path source = Files.createDirectory(folder.resolve("built"));
        Files.writeString(
                place.resolve(".gemini-extension-install.json"),
                "{\"source\":\"%s\",\"type\":\"link\"}".formatted(source));

        assertThat(AgentsCheck.extension(place).what()).contains("linked to " + source);
        Files.createFile(source.resolve("gemini-extension.json"));
        assertThat(AgentsCheck.extension(place).what()).isEqualTo("Extension " + source);
    }
}
