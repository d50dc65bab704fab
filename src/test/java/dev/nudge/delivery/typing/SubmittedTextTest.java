package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.RecordedScreen;
import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.PaneSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a screen shows of a message outside the prompt is evidence that it was submitted, but not
/// what stands in the prompt of an agent that was killed.
class SubmittedTextTest {
    private static final String MESSAGE =
            "Background command completed: \"echo standing and more words that make it long\" (Exit code: 0)"
                    + " Output: [standing] [nudge: job 1, automatic notice]";
    private static final String ROW = MESSAGE.substring(0, 100);
    private static final String NEXT_ROW = MESSAGE.substring(100);

    /// @param screen one in which the agent is idle
    private static boolean showsSubmitted(AgentKind kind, PaneSnapshot screen) {
        AgentPane.Look.Shown look =
                new AgentPane.Look.Shown(
                        screen,
                        kind.profile().classifier().apply(screen),
                        kind.profile(),
                        Instant.EPOCH);
        assertThat(look.state()).isInstanceOf(PaneState.EmptyPrompt.class);
        return look.showsSubmitted(TypedText.of(MESSAGE));
    }

    /// The screen of a Gemini CLI that has just begun below these rows.
    private static boolean geminiShowsSubmitted(List<String> above) {
        PaneSnapshot fresh = RecordedScreen.named("gemini-cli", "120-fresh").snapshot();
        List<String> rows = new ArrayList<>(above);
        rows.addAll(fresh.rows());
        int cursorY = fresh.cursor().y() + above.size();
        return showsSubmitted(
                AgentKinds.builtIn("gemini-cli"),
                RecordedScreen.with(fresh, rows, fresh.cursor().x(), cursorY));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void promptOfAKilledAgentIsNoEvidenceHoweverMuchOfItHasScrolledOff(int rowsLost) {
        List<String> old =
                List.of(
                        "─".repeat(120),
                        " Shift+Tab to accept edits",
                        "",
                        " > " + ROW,
                        "   " + NEXT_ROW,
                        "",
                        " workspace (/directory)              sandbox              /model",
                        "$ gemini");
        assertThat(geminiShowsSubmitted(old.subList(rowsLost, old.size()))).isFalse();
    }

    @Test
    void submittedTextAtTheTopOfTheScreenWithAnAnswerBelowIsEvidence() {
        List<String> rows = List.of(" > " + ROW, "   " + NEXT_ROW, "", "✦ It has ended.", "");
        assertThat(geminiShowsSubmitted(rows)).isTrue();
    }

    private static final List<String> STATUS =
            List.of("", "  gpt-5-codex default · ~/work", "  ← for agents · ? for shortcuts");

    private static PaneSnapshot screen(String command, int cursorY, List<String> rows) {
        return new PaneSnapshot(
                rows,
                new PaneSnapshot.Cursor(2, cursorY),
                new PaneSnapshot.Size(120, rows.size()),
                "work",
                PaneSnapshot.Input.OPEN,
                new PaneSnapshot.Processes(command, 1),
                new PaneSnapshot.LastKey("", 60, -1));
    }

    /// Codex shows in its history what was submitted like a prompt.
    ///
    /// @param below what is between the message and the prompt
    private static boolean codexShowsSubmitted(List<String> below) {
        List<String> rows = new ArrayList<>(List.of("", "› " + ROW, "  " + NEXT_ROW));
        rows.addAll(below);
        rows.addAll(List.of("", "› Ask Codex to do anything"));
        int cursorY = rows.size() - 1;
        rows.addAll(STATUS);
        return showsSubmitted(AgentKinds.builtIn("codex"), screen("node", cursorY, rows));
    }

    @Test
    void submittedMessageInTheHistoryIsEvidenceAndOneInThePromptOfAKilledAgentIsNot() {
        assertThat(codexShowsSubmitted(List.of("", "", "• The build is done.", ""))).isTrue();
        List<String> below = new ArrayList<>(STATUS);
        below.addAll(List.of("$ codex", "", "  >_ OpenAI Codex (v0.169.0)", ""));
        assertThat(codexShowsSubmitted(below)).isFalse();
    }

    /// The agent of docs/agents.md draws no indentation.
    @Test
    void withoutIndentationOnlyTheRowOfTheMarkBelongsToAnOlderPrompt(@TempDir Path folder)
            throws IOException {
        String docs = Files.readString(Path.of("docs/agents.md"));
        String example = docs.replaceFirst("(?s).*```toml\\n(.*?)```.*", "$1");
        Files.writeString(folder.resolve("line.toml"), example);
        AgentKind kind = new AgentKinds(new ProcessTable(), folder).all().getFirst();
        String rule = "─".repeat(40);
        List<String> submitted =
                List.of(rule, "> run make", "Agent: started.", "You: " + MESSAGE, rule, ">");
        List<String> left = List.of(rule, "> " + MESSAGE, "$ line-agent", rule, ">");

        assertThat(showsSubmitted(kind, screen("bash", 5, submitted))).isTrue();
        assertThat(showsSubmitted(kind, screen("bash", 4, left))).isFalse();
    }
}
