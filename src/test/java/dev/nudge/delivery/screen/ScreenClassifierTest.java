package dev.nudge.delivery.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.PaneSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScreenClassifierTest {
    private static final Path SCREENS = Path.of("src/test/resources/screens/gemini");

    private final ScreenProfile profile = AgentKinds.builtIn("gemini-cli").screen();
    private final ScreenClassifier classifier = new ScreenClassifier(profile);

    static List<RecordedScreen> screens() {
        return RecordedScreen.in(SCREENS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("screens")
    void recordedScreenIsClassified(RecordedScreen screen) {
        PaneState state = classifier.read(screen.snapshot()).state();

        if (screen.state() instanceof PaneState.Draft expected) {
            assertThat(state).as(screen.name()).isInstanceOf(PaneState.Draft.class);
            assertThat(shows((PaneState.Draft) state, expected))
                    .as("%s: %s", screen, state)
                    .isTrue();
        } else {
            assertThat(state).as(screen.name()).isEqualTo(screen.state());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("typableScreens")
    void promptIsTypableOnlyWithTheCursorAtItsPlace(RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();

        assertThat(isTypable(moved(seen, 1, 0))).isFalse();
        assertThat(isTypable(moved(seen, -1, 0))).isFalse();
        assertThat(isTypable(moved(seen, 0, 1))).isFalse();
        assertThat(isTypable(moved(seen, 0, -1))).isFalse();
        assertThat(
                        isTypable(
                                moved(
                                        seen,
                                        -seen.cursor().x(),
                                        seen.size().height() - 1 - seen.cursor().y())))
                .isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("framedScreens")
    void lineBreakAtTheEndOfADraftBelongsToIt(RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        List<String> rows = new ArrayList<>(seen.rows());
        rows.set(seen.cursor().y(), " > my text");
        PaneSnapshot broken = moved(withRows(seen, rows), 0, 1);

        assertThat(classifier.read(broken).state())
                .isInstanceOfSatisfying(
                        PaneState.Draft.class,
                        draft -> assertThat(draft.text()).isEqualTo("my text\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("typableScreens")
    void changedHintIsNotTypable(RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        String hint = seen.rows().get(seen.cursor().y());

        for (String other : List.of(hint + "!", hint.replace("  ", " "), hint.replace("e", "a"))) {
            List<String> rows = new ArrayList<>(seen.rows());
            rows.set(seen.cursor().y(), other);
            assertThat(isTypable(withRows(seen, rows))).as(other).isFalse();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("typableScreens")
    void hintWithoutItsFrameIsNotTypable(RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        ScreenReading reading = classifier.read(seen);
        List<String> rows = new ArrayList<>(seen.rows());
        rows.set(reading.firstRow(), "Some text");

        assertThat(isTypable(withRows(seen, rows))).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("typableScreens")
    void nothingIsTypableInAPaneThatIsNotTheAgents(RecordedScreen screen) {
        PaneSnapshot s = screen.snapshot();

        assertThat(isTypable(with(s, s.title(), "bash", false, false, false))).isFalse();
        assertThat(isTypable(with(s, s.title(), "node", true, false, false))).isFalse();
        assertThat(isTypable(with(s, s.title(), "node", false, true, false))).isFalse();
        assertThat(isTypable(with(s, s.title(), "node", false, false, true))).isFalse();
        assertThat(isTypable(with(s, "✋  Action Required (x)", "node", false, false, false)))
                .isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("typableScreens")
    void readingNamesTheRowsOfThePrompt(RecordedScreen screen) {
        ScreenReading reading = classifier.read(screen.snapshot());

        assertThat(reading.hasPrompt()).isTrue();
        assertThat(screen.snapshot().cursor().y()).isBetween(reading.firstRow(), reading.lastRow());
    }

    private static boolean isFramed(RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        return seen.cursor().x() == 3 && seen.rows().get(seen.cursor().y() + 1).isBlank();
    }

    /// Those of the usual layout with room below the prompt.
    static List<RecordedScreen> framedScreens() {
        return typableScreens().stream().filter(ScreenClassifierTest::isFramed).toList();
    }

    static List<RecordedScreen> typableScreens() {
        return screens().stream().filter(screen -> screen.state().isTypable()).toList();
    }

    private boolean isTypable(PaneSnapshot screen) {
        return classifier.read(screen).state().isTypable();
    }

    private static PaneSnapshot moved(PaneSnapshot s, int x, int y) {
        return new PaneSnapshot(
                s.rows(),
                new PaneSnapshot.Cursor(s.cursor().x() + x, s.cursor().y() + y),
                s.size(),
                s.title(),
                s.input(),
                s.processes(),
                s.lastKey());
    }

    private static PaneSnapshot withRows(PaneSnapshot s, List<String> rows) {
        return new PaneSnapshot(
                rows, s.cursor(), s.size(), s.title(), s.input(), s.processes(), s.lastKey());
    }

    private static PaneSnapshot with(
            PaneSnapshot s,
            String title,
            String command,
            boolean isInMode,
            boolean isDead,
            boolean isInputOff) {
        return new PaneSnapshot(
                s.rows(),
                s.cursor(),
                s.size(),
                title,
                new PaneSnapshot.Input(isInMode, isDead, isInputOff),
                new PaneSnapshot.Processes(command, s.processes().firstPid()),
                s.lastKey());
    }

    private boolean shows(PaneState.Draft seen, PaneState.Draft expected) {
        List<String> rows = List.of(seen.text().split("\n", -1));
        boolean isScrolled = seen.text().lines().count() >= profile.promptRows();
        return seen.isWorking() == expected.isWorking()
                && (isScrolled
                        ? isEnd(rows, expected.text())
                        : Composer.isWhole(rows, expected.text()));
    }

    /// Returns whether the rows show the end of the text.
    private static boolean isEnd(List<String> rows, String text) {
        return IntStream.range(0, text.length())
                .anyMatch(start -> Composer.isWhole(rows, text.substring(start)));
    }
}
