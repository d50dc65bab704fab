package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.delivery.message.RandomNotes;
import dev.nudge.job.ExitStatus;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneSnapshot;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.Tmux.KeyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is pasted reaches the program in the pane as the same bytes, whatever it is written with.
class PastedBytesIT {
    private static final long SEED = 20_262;
    private static final int BRACKETED = 2500;
    private static final int PLAIN = 500;
    private static final Duration LIMIT = Patience.LONG;

    /// Each means something to a shell, tmux, a terminal or an agent, or is written unusually.
    private static final List<String> SPECIAL =
            List.of(
                    ("; \\ \" ' ` $ ${HOME} $(id) # #{pane_id} #S #(id) % %% %H ~ ! !! ? @ / "
                                    + "1 2 - -- -t { } ( ) [ ] | & < > * ^ = Enter C-c Escape é e\u0301 漢字 "
                                    + "한국어 שלום مرحبا 😀 👨\u200d👩\u200d👧 👍🏽 1\uFE0F\u20E3 🇩🇪 \uFE33 \\; \\n "
                                    + "\\033[201~ [201~ [200~ ^[ \u00A0x")
                            .split(" ", -1));

    @Test
    void everyTextArrivesAsTheSameBytes() {
        Random random = new Random(SEED);
        assertArrive(texts(random, BRACKETED), true);
        assertArrive(texts(random, PLAIN), false);
    }

    /// Random nudges, and lines that begin and end with each special text.
    private static List<String> texts(Random random, int count) {
        Stream<String> edges =
                SPECIAL.stream()
                        .flatMap(s -> Stream.of(s, s + " in front", "behind " + s, s + "x" + s));
        Stream<String> nudges =
                IntStream.range(0, count)
                        .mapToObj(i -> NudgeMessage.of(notes(random, i * 10L), 1).text());
        return Stream.concat(edges, nudges).toList();
    }

    private static List<Note> notes(Random random, long first) {
        List<Note> notes = new ArrayList<>();
        notes.add(RandomNotes.next(random, first));
        String output = SPECIAL.get(random.nextInt(SPECIAL.size()));
        notes.add(
                EndNotes.of(
                        first + 1,
                        output + " " + output,
                        new ExitStatus.Exited(0),
                        output + SPECIAL.get(random.nextInt(SPECIAL.size())) + output));
        return notes.subList(random.nextInt(2), 2);
    }

    private static void assertArrive(List<String> texts, boolean isBracketed) {
        try (TmuxServerFixture server = TmuxServerFixture.start();
                TemporaryFolder folder = TemporaryFolder.create()) {
            Path record = folder.path().resolve("bytes");
            String mode = isBracketed ? "\\033[?2004h" : "";
            String pane =
                    server.newSession(
                            "recorder",
                            100,
                            20,
                            Map.of(),
                            "stty raw -echo; printf '%sready'; exec cat > %s"
                                    .formatted(mode, record));
            server.awaitScreen(pane, screen -> screen.contains("ready"), LIMIT);
            Tmux tmux = new Tmux(server.socket());
            PaneAddress address = server.address(pane);
            for (String text : texts) {
                PaneSnapshot seen = tmux.snapshot(address).orElseThrow();
                assertThat(tmux.pasteIf(address, seen, 0, 19, text)).isEqualTo(KeyResult.SENT);
            }
            String begin = isBracketed ? "\u001b[200~" : "";
            String end = isBracketed ? "\u001b[201~" : "";
            List<String> expected = texts.stream().map(text -> begin + text + end).toList();
            assertRecorded(record, expected);
            assertThat(server.tmux("list-buffers")).isEmpty();
        }
    }

    private static void assertRecorded(Path record, List<String> expected) {
        byte[] all = String.join("", expected).getBytes(StandardCharsets.UTF_8);
        await().atMost(LIMIT).until(() -> Files.size(record) >= all.length);
        byte[] recorded = bytes(record);
        int from = 0;
        for (String text : expected) {
            int length = text.getBytes(StandardCharsets.UTF_8).length;
            assertThat(new String(recorded, from, length, StandardCharsets.UTF_8)).isEqualTo(text);
            from += length;
        }
        assertThat(recorded).hasSize(from);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
