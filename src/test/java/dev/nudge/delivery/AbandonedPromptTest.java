package dev.nudge.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.tmux.PaneSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

    private final ScreenClassifier classifier = new ScreenClassifier(ScreenProfile.of("gemini"));

    static IntStream rowsLost() {
        return IntStream.rangeClosed(0, OLD.size());
    }

    @ParameterizedTest
    @MethodSource("rowsLost")
    void isNoEvidenceHoweverMuchOfItHasScrolledOff(int lost) {
        PaneSnapshot fresh =
                RecordedScreen.in(SCREENS).stream()
                        .filter(s -> s.name().equals("120-fresh"))
                        .findFirst()
                        .orElseThrow()
                        .snapshot();
        List<String> rows = new ArrayList<>(OLD.subList(lost, OLD.size()));
        int above = rows.size();
        rows.addAll(fresh.rows());
        PaneSnapshot screen =
                new PaneSnapshot(
                        rows,
                        fresh.cursorX(),
                        fresh.cursorY() + above,
                        fresh.width(),
                        rows.size(),
                        fresh.title(),
                        fresh.isInMode(),
                        fresh.isDead(),
                        fresh.isInputOff(),
                        fresh.currentCommand(),
                        fresh.panePid(),
                        fresh.activity(),
                        fresh.idleSeconds());

        AgentPane.Look.Shown look = new AgentPane.Look.Shown(screen, classifier.read(screen));

        assertThat(look.state()).isInstanceOf(PaneState.EmptyPrompt.class);
        assertThat(look.showsSubmitted(TypedText.of(MESSAGE))).isFalse();
    }
}
