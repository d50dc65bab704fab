package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.Wire;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Who is attached sees what the terminal shows, however slowly it reads, and holds nobody up.
class ViewerTest {
    private static final WindowSize SIZE = new WindowSize(40, 5);

    private final Display display = new Display(SIZE, _ -> {});

    private void show(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        display.show(bytes, bytes.length);
    }

    private static void play(HeadlessTerminal screen, String lines) {
        lines.lines()
                .map(line -> Wire.read(line, TerminalResponse.class))
                .map(r -> ((TerminalResponse.Output) r).bytes())
                .forEach(bytes -> screen.feed(bytes, 0, bytes.length));
    }

    private static void run(Viewer viewer) {
        try {
            viewer.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void oneWhoComesLateGetsTheScreenAndThenWhatIsWritten() throws Exception {
        show("before\r\n");
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        Viewer viewer = new Viewer(new LineWriter(sent), display);
        display.add(viewer);
        Thread running = Thread.ofVirtual().start(() -> run(viewer));
        await().until(() -> sent.size() > 0);
        show("after");
        display.end();
        running.join();

        HeadlessTerminal screen = new HeadlessTerminal(SIZE.columns(), SIZE.rows());
        play(screen, sent.toString(StandardCharsets.UTF_8));
        assertThat(screen.text()).isEqualTo("before\nafter");
    }

    @Test
    void whatIsNotForViewersIsNotTheEnd() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        Viewer viewer = new Viewer(new LineWriter(sent), display);
        display.add(viewer);
        Thread running = Thread.ofVirtual().start(() -> run(viewer));
        await().until(() -> sent.size() > 0);
        show("\u001b[>c");
        show("");
        show("later");
        display.end();
        running.join();

        HeadlessTerminal screen = new HeadlessTerminal(SIZE.columns(), SIZE.rows());
        play(screen, sent.toString(StandardCharsets.UTF_8));
        assertThat(screen.text()).isEqualTo("later");
    }

    @Test
    void oneWhoDoesNotReadHoldsNobodyUpAndSeesTheScreenAsItIsInTheEnd() throws Exception {
        PipedInputStream reader = new PipedInputStream(1024);
        Viewer viewer = new Viewer(new LineWriter(new PipedOutputStream(reader)), display);
        display.add(viewer);
        Thread running = Thread.ofVirtual().start(() -> run(viewer));
        await().until(() -> reader.available() > 0);
        byte[] flood = "line of the flood\r\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 500; i++) {
            display.show(flood, flood.length);
        }
        show("the end");

        HeadlessTerminal screen = new HeadlessTerminal(SIZE.columns(), SIZE.rows());
        LineReader lines = new LineReader(reader);
        while (!screen.text().endsWith("the end")
                && lines.next() instanceof LineReader.Read.Line(String line)) {
            play(screen, line);
        }
        assertThat(screen.screen(0).getLast()).isEqualTo("the end");
        display.end();
        running.join();
    }

    @Test
    void binaryOutputIsCountedForViewersAndNotPassedOn() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        Viewer viewer = new Viewer(new LineWriter(sent), display);
        display.add(viewer);
        Thread running = Thread.ofVirtual().start(() -> run(viewer));
        await().until(() -> sent.size() > 0);
        byte[] binary = new byte[400_000];
        for (int i = 0; i < 10; i++) {
            display.show(binary, binary.length);
        }
        display.end();
        running.join();

        HeadlessTerminal screen = new HeadlessTerminal(SIZE.columns(), SIZE.rows());
        play(screen, sent.toString(StandardCharsets.UTF_8));
        assertThat(screen.text()).isEqualTo("[binary output, 4.0 MB]");
        assertThat(sent.size()).isLessThan(100_000);
    }

    @Test
    void binaryOutputIsCountedAndNotShown() {
        show("text\r\n");
        byte[] zeros = new byte[600];
        Display binary = new Display(SIZE, _ -> {});
        binary.show(zeros, zeros.length);
        assertThat(binary.describe(0, 0).binaryBytes()).isEqualTo(600);
        assertThat(display.describe(10, 0).text()).isEqualTo("text");
        assertThat(display.describe(10, 0).binaryBytes()).isZero();
    }
}
