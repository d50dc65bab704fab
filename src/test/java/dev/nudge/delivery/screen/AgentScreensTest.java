package dev.nudge.delivery.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.tmux.PaneSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The screens that [AgentScreens] has recorded, read with the profile of their agent.
class AgentScreensTest {
    private static final Path SCREENS = Path.of("src/test/resources/screens");
    private static final List<String> AGENTS =
            List.of("codex", "claude-code", "copilot-cli", "opencode", "qwen-code");

    static Stream<Arguments> screens() {
        return AGENTS.stream()
                .flatMap(agent ->
                        RecordedScreen.in(SCREENS.resolve(agent)).stream()
                                .map(screen -> Arguments.of(agent, screen)));
    }

    static Stream<Arguments> emptyPrompts() {
        return screens().filter(a -> ((RecordedScreen) a.get()[1]).state().isTypable());
    }

    private static PaneState read(String agent, PaneSnapshot screen) {
        return new ScreenClassifier(AgentKinds.builtIn(agent).screen()).read(screen).state();
    }

    private static boolean isTypable(String agent, PaneSnapshot screen) {
        return read(agent, screen).isTypable();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("screens")
    void recordedScreenIsClassified(String agent, RecordedScreen screen) {
        PaneState state = read(agent, screen.snapshot());

        if (screen.state() instanceof PaneState.Draft(String text, boolean isWorking)) {
            assertThat(state)
                    .isInstanceOfSatisfying(
                            PaneState.Draft.class,
                            draft -> {
                                assertThat(draft.isWorking()).isEqualTo(isWorking);
                                List<String> rows = List.of(draft.text().split("\n", -1));
                                assertThat(Composer.isWhole(rows, text)).as("%s", rows).isTrue();
                            });
        } else {
            assertThat(state).isEqualTo(screen.state());
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void promptIsTypableOnlyWithTheCursorAtItsPlace(String agent, RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();

        assertThat(isTypable(agent, moved(seen, 1, 0))).isFalse();
        assertThat(isTypable(agent, moved(seen, -1, 0))).isFalse();
        assertThat(isTypable(agent, moved(seen, 0, 1))).isFalse();
        assertThat(isTypable(agent, moved(seen, 0, -1))).isFalse();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void otherWordsInThePromptAreNotTypable(String agent, RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        String hint = seen.rows().get(seen.cursor().y());

        for (String other : List.of(hint + "!", hint + " x", "x" + hint)) {
            assertThat(isTypable(agent, withRow(seen, seen.cursor().y(), other)))
                    .as(other)
                    .isFalse();
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void promptWithoutItsFrameIsNotTypable(String agent, RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();

        assertThat(isTypable(agent, withRow(seen, seen.cursor().y() - 1, "Some text"))).isFalse();
        assertThat(isTypable(agent, withRow(seen, seen.cursor().y() + 1, "Some text"))).isFalse();
        assertThat(isTypable(agent, withRow(seen, seen.cursor().y() + 1, "  some text"))).isFalse();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void nothingIsTypableInAnotherProgram(String agent, RecordedScreen screen) {
        PaneSnapshot s = screen.snapshot();

        assertThat(isTypable(agent, copy(s, s.rows(), s.cursor().x(), s.cursor().y(), "bash")))
                .isFalse();
    }

    private static PaneSnapshot moved(PaneSnapshot s, int x, int y) {
        return copy(
                s, s.rows(), s.cursor().x() + x, s.cursor().y() + y, s.processes().foreground());
    }

    private static PaneSnapshot withRow(PaneSnapshot s, int row, String text) {
        List<String> rows = new ArrayList<>(s.rows());
        rows.set(row, text);
        return copy(s, rows, s.cursor().x(), s.cursor().y(), s.processes().foreground());
    }

    private static PaneSnapshot copy(
            PaneSnapshot s, List<String> rows, int x, int y, String command) {
        return new PaneSnapshot(
                rows,
                new PaneSnapshot.Cursor(x, y),
                s.size(),
                s.title(),
                s.input(),
                new PaneSnapshot.Processes(command, s.processes().firstPid()),
                s.lastKey());
    }
}
