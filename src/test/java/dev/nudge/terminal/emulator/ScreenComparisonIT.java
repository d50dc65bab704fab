package dev.nudge.terminal.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Plays recorded programs into this terminal and into a real tmux, and compares the screens cell
/// by cell, with looks, cursor and modes, at several moments of each recording; at the end also the
/// text with its history.
///
/// Two more differences between tmux and an xterm are in no recording: a backspace in the first
/// column of a row that was wrapped into goes to the row before in tmux; and a screen with blank
/// rows at its bottom that becomes narrower gives rows to history in tmux, though there is room.
/// This terminal does as the xterm does; see ScreenCommandsTest and ReflowTest.
class ScreenComparisonIT {
    private static final long SEED = 5;

    /// Recordings that scroll a region below the first row, or erase all: tmux keeps in its history
    /// what leaves the region or was erased; an xterm does not, and nor does this terminal.
    private static final Set<String> OTHER_HISTORY = Set.of("box-drawing", "editing");

    @AutoClose private static final TmuxServerFixture TMUX = TmuxServerFixture.start();
    @AutoClose private static final TemporaryFolder FOLDER = TemporaryFolder.create();

    @BeforeAll
    static void hideStatus() {
        TMUX.tmux("set", "-g", "status", "off");
    }

    static List<Recording> recordings() {
        return Recording.all();
    }

    /// This terminal, into which a recording is played.
    private static final class Played {
        private final TerminalState state;
        private final Parser parser;

        Played(Recording recording) {
            state = new TerminalState(recording.columns(), recording.rows(), 1000);
            parser = new Parser(new Emulator(state));
        }

        void play(Recording.Part part, IntUnaryOperator chunk) {
            int from = 0;
            while (from < part.bytes().length) {
                int left = part.bytes().length - from;
                int to = from + Math.min(left, chunk.applyAsInt(left));
                parser.feed(part.bytes(), from, to);
                from = to;
            }
            state.resize(part.columns(), part.rows());
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void showsWhatTmuxShows(Recording recording) throws IOException {
        Played played = new Played(recording);
        try (TmuxPlayer player = new TmuxPlayer(TMUX, FOLDER.path(), recording)) {
            int number = 0;
            for (Recording.Part part : recording.parts()) {
                player.play(part);
                played.play(part, length -> length);
                SeenScreen expected = player.screen();
                assertThat(SeenScreen.of(played.state).withoutErasedEnds(expected))
                        .as("part " + ++number)
                        .isEqualTo(expected);
            }
            if (!OTHER_HISTORY.contains(recording.name())) {
                assertThat(withHistory(played.state)).isEqualTo(stripped(player.text()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void showsTheSameHoweverTheBytesAreCutAndOnATerminalOnWhichItIsDrawnAgain(Recording recording) {
        Random random = new Random(SEED);
        Played whole = new Played(recording);
        Played bytes = new Played(recording);
        Played pieces = new Played(recording);
        for (Recording.Part part : recording.parts()) {
            whole.play(part, length -> length);
            bytes.play(part, _ -> 1);
            pieces.play(part, length -> 1 + random.nextInt(length));
            SeenScreen expected = SeenScreen.of(whole.state);
            assertThat(SeenScreen.of(bytes.state)).isEqualTo(expected);
            assertThat(SeenScreen.of(pieces.state)).isEqualTo(expected);

            TerminalState other = new TerminalState(part.columns(), part.rows(), 1000);
            for (boolean isFirst : new boolean[] {true, false}) {
                byte[] replay = new ScreenReplay(whole.state).bytes(isFirst);
                new Parser(new Emulator(other)).feed(replay, 0, replay.length);
                assertThat(SeenScreen.of(other)).isEqualTo(expected);
            }
        }
    }

    private static String withHistory(TerminalState state) {
        StringBuilder text = new StringBuilder();
        if (!state.isAlternate()) {
            state.history.appendText(text);
        }
        HeadlessTerminal.append(text, state.screen.rows());
        return stripped(text.toString());
    }

    private static String stripped(String text) {
        return text.lines().map(String::stripTrailing).collect(Collectors.joining("\n")).strip();
    }
}
