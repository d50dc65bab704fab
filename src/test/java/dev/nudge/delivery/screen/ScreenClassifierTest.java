package dev.nudge.delivery.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.screen.ComposerSearch.Composer;
import dev.nudge.delivery.screen.ScreenClassifier.ScreenReading;
import dev.nudge.tmux.PaneSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The screens of real agents that [AgentScreens] has recorded, read with their profiles.
class ScreenClassifierTest {
    private static final String GEMINI = "gemini-cli";

    static Stream<Arguments> screens() {
        return AgentKinds.builtIn().stream()
                .flatMap(agent ->
                        RecordedScreen.of(agent).stream()
                                .map(screen -> Arguments.of(agent, screen)));
    }

    static Stream<Arguments> emptyPrompts() {
        return screens().filter(a -> ((RecordedScreen) a.get()[1]).state().isTypable());
    }

    private static ScreenReading read(String agent, PaneSnapshot screen) {
        return new ScreenClassifier(AgentKinds.builtIn(agent).screen()).read(screen);
    }

    private static void assertNotTypable(String agent, PaneSnapshot screen) {
        assertThat(read(agent, screen).state().isTypable())
                .as(() -> String.join("\n", screen.rows()))
                .isFalse();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("screens")
    void recordedScreenIsClassified(String agent, RecordedScreen screen) {
        PaneState state = read(agent, screen.snapshot()).state();
        if (state instanceof PaneState.Draft(String seen, boolean isWorking)
                && screen.state() instanceof PaneState.Draft expected) {
            assertThat(isWorking).isEqualTo(expected.isWorking());
            assertThat(shows(agent, seen, expected.text())).as(seen).isTrue();
        } else {
            assertThat(state).isEqualTo(screen.state());
        }
    }

    /// A long draft scrolls: then the rows show its end.
    private static boolean shows(String agent, String seen, String text) {
        List<String> rows = List.of(seen.split("\n", -1));
        int promptRows = AgentKinds.builtIn(agent).screen().promptRows();
        return seen.lines().count() < promptRows
                ? Composer.isWhole(rows, text)
                : IntStream.range(0, text.length())
                        .anyMatch(start -> Composer.isWhole(rows, text.substring(start)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void promptIsTypableOnlyWithTheCursorAtItsPlace(String agent, RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        int x = seen.cursor().x();
        int y = seen.cursor().y();
        ScreenReading reading = read(agent, seen);
        assertThat(y).isBetween(reading.firstRow(), reading.lastRow());
        assertNotTypable(agent, withCursor(seen, x + 1, y));
        assertNotTypable(agent, withCursor(seen, x - 1, y));
        assertNotTypable(agent, withCursor(seen, x, y + 1));
        assertNotTypable(agent, withCursor(seen, x, y - 1));
        assertNotTypable(agent, withCursor(seen, 0, seen.size().height() - 1));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void promptWithOtherWordsOrWithoutItsFrameIsNotTypable(String agent, RecordedScreen screen) {
        PaneSnapshot seen = screen.snapshot();
        int row = seen.cursor().y();
        String hint = seen.rows().get(row);
        Stream.of(
                        hint + "!",
                        hint + " x",
                        "x" + hint,
                        hint.replace("  ", " "),
                        hint.replace("e", "a"))
                .filter(other -> !other.equals(hint))
                .forEach(other -> assertNotTypable(agent, withRow(seen, row, other)));
        if (agent.equals(GEMINI)) {
            assertNotTypable(agent, withRow(seen, read(agent, seen).firstRow(), "Some text"));
        } else {
            assertNotTypable(agent, withRow(seen, row - 1, "Some text"));
            assertNotTypable(agent, withRow(seen, row + 1, "Some text"));
            assertNotTypable(agent, withRow(seen, row + 1, "  some text"));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("emptyPrompts")
    void nothingIsTypableInAPaneThatIsNotTheAgents(String agent, RecordedScreen screen) {
        PaneSnapshot s = screen.snapshot();
        String command = s.processes().foreground();
        assertNotTypable(agent, with(s, s.title(), "bash", PaneSnapshot.Input.OPEN));
        for (int i = 0; i < 3; i++) {
            PaneSnapshot.Input input = new PaneSnapshot.Input(i == 0, i == 1, i == 2);
            assertNotTypable(agent, with(s, s.title(), command, input));
        }
        if (agent.equals(GEMINI)) {
            String title = "✋  Action Required (x)";
            assertNotTypable(agent, with(s, title, command, PaneSnapshot.Input.OPEN));
        }
    }

    /// Those of the usual layout with room below the prompt.
    static Stream<PaneSnapshot> framedPrompts() {
        return emptyPrompts()
                .filter(a -> a.get()[0].equals(GEMINI))
                .map(a -> ((RecordedScreen) a.get()[1]).snapshot())
                .filter(seen ->
                        seen.cursor().x() == 3 && seen.rows().get(seen.cursor().y() + 1).isBlank());
    }

    @ParameterizedTest
    @MethodSource("framedPrompts")
    void lineBreakAtTheEndOfADraftBelongsToIt(PaneSnapshot seen) {
        int row = seen.cursor().y();
        PaneSnapshot broken =
                withCursor(withRow(seen, row, " > my text"), seen.cursor().x(), row + 1);
        assertThat(read(GEMINI, broken).state())
                .isEqualTo(
                        new PaneState.Draft("my text\n", read(GEMINI, seen).state().showsWork()));
    }

    @ParameterizedTest
    @CsvSource({
        "one two/three, one two three, true",
        "abc/def gh, abcdef gh, true",
        "漢/字, 漢\u3000字, true",
        "first//  third, first//  third, true",
        "one two, one two three, false",
        "one two/three, one two, false",
        "one/two, one  x two, false",
        "onetwo, one two, false",
        "one, '  one', false",
        "x one, one, false",
        "three/four, one two three four, false",
    })
    void rowsShowTheWholeTextOrNot(String rows, String text, boolean isWhole) {
        assertThat(Composer.isWhole(List.of(rows.split("/", -1)), text.replace('/', '\n')))
                .isEqualTo(isWhole);
    }

    private static PaneSnapshot withCursor(PaneSnapshot s, int x, int y) {
        return RecordedScreen.with(s, s.rows(), x, y);
    }

    private static PaneSnapshot withRow(PaneSnapshot s, int row, String text) {
        List<String> rows = new ArrayList<>(s.rows());
        rows.set(row, text);
        return RecordedScreen.with(s, rows, s.cursor().x(), s.cursor().y());
    }

    private static PaneSnapshot with(
            PaneSnapshot s, String title, String command, PaneSnapshot.Input input) {
        return new PaneSnapshot(
                s.rows(),
                s.cursor(),
                s.size(),
                title,
                input,
                new PaneSnapshot.Processes(command, s.processes().firstPid()),
                s.lastKey());
    }
}
