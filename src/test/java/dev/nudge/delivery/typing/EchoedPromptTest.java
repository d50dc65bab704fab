package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Agents whose history shows what was submitted like a prompt: it is evidence that the message was
/// taken. One that stands in the prompt of an agent that was killed is not.
class EchoedPromptTest {
    private static final String MESSAGE =
            "Background command completed: \"make\" (Exit code: 0) Output: [built] [nudge: job 1,"
                    + " 3s, automatic notice]";
    private static final List<String> STATUS =
            List.of("", "  gpt-5-codex default · ~/work", "  ← for agents · ? for shortcuts");

    private static AgentPane.Look.Shown look(
            AgentKind kind, String command, int cursorY, List<String> rows) {
        PaneSnapshot screen =
                new PaneSnapshot(
                        rows,
                        new PaneSnapshot.Cursor(2, cursorY),
                        new PaneSnapshot.Size(120, rows.size()),
                        "work",
                        PaneSnapshot.Input.OPEN,
                        new PaneSnapshot.Processes(command, 1),
                        new PaneSnapshot.LastKey("", 60, -1));
        return new AgentPane.Look.Shown(
                screen, kind.profile().classifier().apply(screen), kind.profile(), Instant.now());
    }

    private static AgentPane.Look.Shown codex(List<String> above) {
        List<String> rows = new ArrayList<>(above);
        rows.addAll(List.of("", "› Ask Codex to do anything"));
        int cursorY = rows.size() - 1;
        rows.addAll(STATUS);
        return look(AgentKinds.builtIn("codex"), "node", cursorY, rows);
    }

    private static List<String> message() {
        return List.of("", "› " + MESSAGE.substring(0, 70), "  " + MESSAGE.substring(70));
    }

    @Test
    void submittedMessageInTheHistoryIsEvidence() {
        List<String> rows = new ArrayList<>(message());
        rows.addAll(List.of("", "", "• The build is done.", ""));

        AgentPane.Look.Shown shown = codex(rows);

        assertThat(shown.state()).isInstanceOf(PaneState.EmptyPrompt.class);
        assertThat(shown.showsSubmitted(TypedText.of(MESSAGE))).isTrue();
    }

    @Test
    void messageInThePromptOfAnAgentThatWasKilledIsNot() {
        List<String> rows = new ArrayList<>(message());
        rows.addAll(STATUS);
        rows.addAll(List.of("$ codex", "", "  >_ OpenAI Codex (v0.169.0)", ""));

        AgentPane.Look.Shown shown = codex(rows);

        assertThat(shown.state()).isInstanceOf(PaneState.EmptyPrompt.class);
        assertThat(shown.showsSubmitted(TypedText.of(MESSAGE))).isFalse();
    }

    /// The agent of docs/agents.md draws no indentation.
    @Test
    void withoutIndentationOnlyTheRowOfTheMarkBelongsToAnOlderPrompt() throws IOException {
        String docs = Files.readString(Path.of("docs/agents.md"));
        String example = docs.replaceFirst("(?s).*```toml\\n(.*?)```.*", "$1");
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Files.writeString(folder.path().resolve("line.toml"), example);
            AgentKind kind =
                    new AgentKinds(new ProcessTable(), folder.path())
                            .all().stream()
                                    .filter(k -> k.name().equals("line"))
                                    .findFirst()
                                    .orElseThrow();
            String rule = "─".repeat(40);
            List<String> rows =
                    List.of(rule, "> run make", "Agent: started.", "You: " + MESSAGE, rule, "> ");

            AgentPane.Look.Shown shown = look(kind, "bash", 5, strip(rows));

            assertThat(shown.state()).isInstanceOf(PaneState.EmptyPrompt.class);
            assertThat(shown.showsSubmitted(TypedText.of(MESSAGE))).isTrue();
            rows = List.of(rule, "> " + MESSAGE, "$ line-agent", rule, "> ");
            assertThat(look(kind, "bash", 4, strip(rows)).showsSubmitted(TypedText.of(MESSAGE)))
                    .isFalse();
        }
    }

    private static List<String> strip(List<String> rows) {
        return rows.stream().map(String::stripTrailing).toList();
    }
}
