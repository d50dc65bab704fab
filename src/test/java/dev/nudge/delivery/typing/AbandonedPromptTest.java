package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.RecordedScreen;
import dev.nudge.tmux.PaneSnapshot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The message stood in the prompt of an agent that was killed; the next one has drawn its screen
/// below. However much of the old prompt has scrolled off, nobody has taken the message.
class AbandonedPromptTest {
    private static final Path SCREENS = Path.of("src/test/resources/screens/gemini");
    private static final String MESSAGE =
            "Background command completed: \"echo standing and more words that make it long\" (Exit code: 0)"
                    + " Output: [standing] [nudge: job 1, automatic notice]";
    private static final List<String> OLD =
            List.of(
                    "─".repeat(120),
                    " Shift+Tab to accept edits",
                    "",
                    " > " + MESSAGE.substring(0, 100),
                    "   " + MESSAGE.substring(100),
                    "",
                    " workspace (/directory)              sandbox              /model",
                    "$ gemini");

    private final TypingProfile gemini = AgentKinds.builtIn("gemini-cli").profile();

    static IntStream rowsLost() {
        return IntStream.rangeClosed(0, OLD.size());
    }

    @ParameterizedTest
    @MethodSource("rowsLost")
    void isNoEvidenceHoweverMuchOfItHasScrolledOff(int lost) {
        AgentPane.Look.Shown look = look(OLD.subList(lost, OLD.size()));

        assertThat(look.state()).isInstanceOf(PaneState.EmptyPrompt.class);
        assertThat(look.showsSubmitted(TypedText.of(MESSAGE))).isFalse();
    }

    /// What these rows and the screen of an agent that has just begun below them are taken for.
    private AgentPane.Look.Shown look(List<String> old) {
        PaneSnapshot fresh =
                RecordedScreen.in(SCREENS).stream()
                        .filter(s -> s.name().equals("120-fresh"))
                        .findFirst()
                        .orElseThrow()
                        .snapshot();
        List<String> rows = new ArrayList<>(old);
        int above = rows.size();
        rows.addAll(fresh.rows());
        PaneSnapshot screen =
                new PaneSnapshot(
                        rows,
                        new PaneSnapshot.Cursor(fresh.cursor().x(), fresh.cursor().y() + above),
                        new PaneSnapshot.Size(fresh.size().width(), rows.size()),
                        fresh.title(),
                        fresh.input(),
                        fresh.processes(),
                        fresh.lastKey());

        return new AgentPane.Look.Shown(
                screen, gemini.classifier().apply(screen), gemini, Instant.EPOCH);
    }

    /// The same text at the top of the screen, with an answer of the model below.
    @Test
    void submittedTextAtTheTopOfTheScreenIsEvidence() {
        List<String> submitted =
                List.of(
                        " > " + MESSAGE.substring(0, 100),
                        "   " + MESSAGE.substring(100),
                        "",
                        "✦ The command has ended.",
                        "");

        AgentPane.Look.Shown look = look(submitted);

        assertThat(look.state()).isInstanceOf(PaneState.EmptyPrompt.class);
        assertThat(look.showsSubmitted(TypedText.of(MESSAGE))).isTrue();
    }
}
