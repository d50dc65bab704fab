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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is pasted reaches the program in the pane as the same bytes, whatever it is written with.
class PastedBytesIT {
    /// Each means something to a shell, tmux, a terminal or an agent, or is written unusually.
    private static final List<String> SPECIAL =
            List.of(
                    ("; \\ \" ' ` $ ${HOME} $(id) # #{pane_id} #S #(id) % %% %H ~ ! !! ? @ / "
                                    + "1 2 - -- -t { } ( ) [ ] | & < > * ^ = Enter C-c Escape é e\u0301 漢字 "
                                    + "한국어 שלום مرحبا 😀 👨\u200d👩\u200d👧 👍🏽 1\uFE0F\u20E3 🇩🇪 \uFE33 \\; \\n "
                                    + "\\033[201~ [201~ [200~ ^[ \u00A0x")
                            .split(" ", -1));

    /// Lines that begin and end with each special text, and random nudges.
    private static List<String> texts(int nudges) {
        Random random = new Random(20_262);
        List<String> texts = new ArrayList<>();
        SPECIAL.forEach(s -> texts.addAll(List.of(s, s + "x" + s)));
        for (int i = 0; i < nudges; i++) {
            texts.add(NudgeMessage.of(notes(random, i * 10L), 1).text());
        }
        return texts;
    }

    private static List<Note> notes(Random random, long first) {
        String output = SPECIAL.get(random.nextInt(SPECIAL.size()));
        String other = SPECIAL.get(random.nextInt(SPECIAL.size()));
        Note special =
                EndNotes.of(
                        first + 1,
                        output + " " + output,
                        new ExitStatus.Exited(0),
                        output + other + output);
        return List.of(RandomNotes.next(random, first), special).subList(random.nextInt(2), 2);
    }

    @ParameterizedTest
    @CsvSource({"true, 200", "false, 50"})
    void everyTextArrivesAsTheSameBytes(boolean isBracketed, int nudges) throws IOException {
        try (TmuxServerFixture server = TmuxServerFixture.start();
                TemporaryFolder folder = TemporaryFolder.create()) {
            Path record = folder.path().resolve("bytes");
            String mode = isBracketed ? "\\033[?2004h" : "";
            String command =
                    "stty raw -echo; printf '%sready'; exec cat > %s".formatted(mode, record);
            String pane = server.newSession("recorder", 100, 20, Map.of(), command);
            server.awaitScreen(pane, screen -> screen.contains("ready"), Patience.LONG);
            Tmux tmux = new Tmux(server.socket());
            PaneAddress address = server.address(pane);
            tmux.countKeys(address); // as after each paste
            PaneSnapshot seen = tmux.snapshot(address).orElseThrow();
            List<String> texts = texts(nudges);
            for (String text : texts) {
                assertThat(tmux.pasteIf(address, seen, 0, 19, text)).isEqualTo(KeyResult.SENT);
            }
            String begin = isBracketed ? "\u001b[200~" : "";
            String end = isBracketed ? "\u001b[201~" : "";
            assertRecorded(record, texts.stream().map(text -> begin + text + end));
            assertThat(server.tmux("list-buffers")).isEmpty();
        }
    }

    private static void assertRecorded(Path record, Stream<String> texts) throws IOException {
        List<byte[]> expected = texts.map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
        long length = expected.stream().mapToLong(text -> text.length).sum();
        await().until(() -> Files.size(record) >= length);
        ByteBuffer recorded = ByteBuffer.wrap(Files.readAllBytes(record));
        for (byte[] text : expected) {
            byte[] next = new byte[text.length];
            recorded.get(next);
            assertThat(next).as(() -> new String(text, StandardCharsets.UTF_8)).isEqualTo(text);
        }
        assertThat(recorded.hasRemaining()).isFalse();
    }
}
