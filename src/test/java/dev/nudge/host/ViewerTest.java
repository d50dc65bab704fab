package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.TerminalRequest.Attach;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.TerminalResponse.Output;
import dev.nudge.protocol.TerminalResponse.Resized;
import dev.nudge.protocol.Wire;
import dev.nudge.store.AtOnce.Step;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.testkit.Unchecked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is attached sees what the terminal shows, however slowly it reads, and holds nobody up.
class ViewerTest {
    private static final WindowSize SIZE = new WindowSize(40, 5);
    private static final Attach SCREEN = new Attach();
    private static final Attach ALL = new Attach(true, false, "");

    @TempDir private Path folder;
    private Path log;
    private Display display;
    private Runnable onResize = () -> {};

    @BeforeEach
    void begin() throws IOException {
        log = Files.write(folder.resolve("output.log"), new byte[0]);
        display = new Display(_ -> onResize.run(), SIZE, _ -> {}, log);
    }

    private void show(String text) throws IOException {
        show(text.getBytes(StandardCharsets.UTF_8));
    }

    private void show(byte[] bytes) throws IOException {
        Files.write(log, bytes, StandardOpenOption.APPEND);
        display.show(bytes, bytes.length);
    }

    private Thread watching(Viewer viewer) {
        display.add(viewer);
        return Thread.ofVirtual().start(() -> Unchecked.run(viewer::run));
    }

    private final class Client {
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private final Viewer viewer;
        private final Thread running;

        Client(Attach request) {
            viewer = new Viewer(new LineWriter(sent), display, request);
            running = watching(viewer);
            await().until(() -> sent.size() > 0);
        }

        HeadlessTerminal end() throws InterruptedException {
            display.end();
            running.join();
            return played(sent);
        }
    }

    private HeadlessTerminal shown(Attach request) throws Exception {
        Client client = new Client(request);
        show("after");
        client.end();
        HeadlessTerminal screen = terminal("shell$\r\n".getBytes(StandardCharsets.UTF_8));
        play(screen, client.sent.toString(StandardCharsets.UTF_8));
        return screen;
    }

    private static HeadlessTerminal terminal(byte... bytes) {
        HeadlessTerminal screen = new HeadlessTerminal(SIZE.columns(), SIZE.rows());
        screen.feed(bytes, 0, bytes.length);
        return screen;
    }

    private static void play(HeadlessTerminal screen, String lines) {
        for (String line : lines.lines().toList()) {
            switch (Wire.read(line, TerminalResponse.class)) {
                case Output(byte[] bytes) -> screen.feed(bytes, 0, bytes.length);
                case Resized(int columns, int rows) -> screen.resize(columns, rows);
                default -> throw new AssertionError(line);
            }
        }
    }

    @Test
    void oneWhoComesLateGetsTheScreenAndThenWhatIsWritten() throws Exception {
        show("before\r\n");

        assertThat(shown(SCREEN).text()).isEqualTo("before\nafter");
    }

    /// The log is one for all attempts of a job, and each has a terminal of its own.
    @Test
    void oneWhoHasStartedTheJobGetsAllThatItHasWrittenButNothingOfEarlierAttempts()
            throws Exception {
        show("1\r\n2\r\n3\r\n4\r\n5\r\n6\u001b[6n\r\n7\r\n");
        Files.writeString(log, "after", StandardOpenOption.APPEND);
        HeadlessTerminal screen = shown(ALL);
        assertThat(screen.text()).isEqualTo("1\n2\n3\n4\n5\n6\n7\nafter");
        assertThat(screen.screen(0)).isEqualTo(display.describe(0, 0).screen());

        display = new Display(_ -> {}, SIZE, _ -> {}, log);
        show("second attempt\r\n");
        assertThat(shown(ALL).text()).isEqualTo("second attempt\nafter");
    }

    @Test
    void oneWhoHasStartedTheJobGetsTheScreenIfItHasWrittenTooMuchOrItIsBinary() throws Exception {
        show("line\r\n".repeat(Viewer.MOST_BYTES / 4) + "last\r\n");
        assertThat(display.describe(0, 0).binaryBytes()).isZero();

        assertThat(shown(ALL).text()).isEqualTo("line\nline\nline\nlast\nafter");

        display = new Display(_ -> {}, SIZE, _ -> {}, log);
        show(new byte[600]);
        Output last = (Output) display.all(_ -> {}).getLast();
        assertThat(new String(last.bytes(), StandardCharsets.UTF_8))
                .contains("[binary output, 600B]");
    }

    @Test
    void onlyOneWhoAsksForSizesGetsEachInItsPlaceInTheOutput() throws Exception {
        Resized[] sizes = {new Resized(40, 5), new Resized(30, 4), new Resized(20, 3)};
        assertThat(sentOnResize(new Attach(false, true, "")))
                .containsExactly(sizes[0], "screen", sizes[1], "new", sizes[2]);
        begin();
        assertThat(sentOnResize(SCREEN)).containsExactly("screen", "new");
    }

    /// A program learns of the size before the screen has it, and may write at once.
    @Test
    void whatIsWrittenForTheNewSizeIsShownInIt() throws Exception {
        byte[] farRight = "\u001b[1;50Hx".getBytes(StandardCharsets.US_ASCII);
        Thread program = new Thread(() -> display.show(farRight, farRight.length));

        onResize =
                () -> {
                    program.start();
                    await().until(() -> program.getState() != Thread.State.RUNNABLE);
                };

        display.follow(this, new WindowSize(60, 4));
        program.join();

        assertThat(display.describe(0, 0).screen().getFirst()).hasSize(50);
    }

    /// Returns what a viewer gets that does not read meanwhile.
    private ByteArrayOutputStream sentDuring(Attach request, Step<Viewer> step) throws Exception {
        SlowReader reader = new SlowReader();
        Viewer viewer = new Viewer(new LineWriter(reader), display, request);
        Thread running = watching(viewer);
        reader.hasBegun.await();
        step.run(viewer);
        display.end();
        reader.reads.countDown();
        running.join();
        return reader;
    }

    private List<Object> sentOnResize(Attach request) throws Exception {
        show("screen");
        return sentDuring(
                        request,
                        _ -> {
                            display.follow(this, new WindowSize(50, 6));
                            display.follow(this, new WindowSize(30, 4));
                            show("new");
                            display.follow(this, new WindowSize(20, 3));
                        })
                .toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> Wire.read(line, TerminalResponse.class))
                .map(r -> r instanceof Output(byte[] bytes) ? terminal(bytes).text() : r)
                .toList();
    }

    /// Holds up those who write until it reads.
    private static final class SlowReader extends ByteArrayOutputStream {
        private final CountDownLatch hasBegun = new CountDownLatch(1);
        private final CountDownLatch reads = new CountDownLatch(1);

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            hasBegun.countDown();
            Unchecked.run(reads::await);
            super.write(bytes, from, length);
        }
    }

    @Test
    void whatIsNotForViewersIsNotTheEnd() throws Exception {
        Client client = new Client(SCREEN);
        show("\u001b[>c");
        show("");
        show("later");

        assertThat(client.end().text()).isEqualTo("later");
    }

    @Test
    void oneWhoDoesNotReadHoldsNobodyUpAndSeesTheScreenAsItIsInTheEnd() throws Exception {
        PipedInputStream reader = new PipedInputStream(1024);
        Viewer viewer = new Viewer(new LineWriter(new PipedOutputStream(reader)), display, SCREEN);
        Thread running = watching(viewer);
        await().until(() -> reader.available() > 0);
        byte[] flood = "line of the flood\r\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 500; i++) {
            display.show(flood, flood.length);
        }
        show("the end");

        HeadlessTerminal screen = terminal();
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
    void nothingOfWhatIsWrittenIsLostWhenTheScreenIsDrawnAgain() throws Exception {
        ByteArrayOutputStream sent =
                sentDuring(
                        SCREEN,
                        viewer -> {
                            show(lines(1, 8));
                            display.redraw(viewer);
                            show(lines(9, 16));
                        });

        assertThat(played(sent).text())
                .isEqualTo(display.describe(99, 0).text())
                .startsWith("line 1\nline 2\n");
    }

    @Test
    void hintCoversTheLastRowOnlyWhileItIsThere() throws Exception {
        show("first\r\n");
        Client client = new Client(new Attach(true, true, "[a hint]"));
        awaitText(client.sent, "first\n\n\n\n[a hint]");

        show(lines(1, 8) + "unfinished \u001b[3");
        String all = "first\n" + lines(1, 8).replace("\r", "");
        awaitText(client.sent, all + "unfinished ");
        show("1mred");
        awaitText(client.sent, all + "[a hint]");

        display.follow(this, new WindowSize(40, 3));
        awaitText(client.sent, all + "[a hint]");

        display.removeHint(client.viewer);
        awaitText(client.sent, all + "unfinished red");
        show(" and more");
        awaitText(client.sent, all + "unfinished red and more");
        client.end();
    }

    @Test
    void hintIsGoneOnceTheJobHasEndedAlsoForOneWhoComesThen() throws Exception {
        Attach request = new Attach(true, true, "[hint]");
        Client client = new Client(request);
        awaitText(client.sent, "\n\n\n\n[hint]");
        show("short");

        assertThat(client.end().text()).isEqualTo("short");
        assertThat(new Client(request).end().text()).isEqualTo("short");
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj("line %d\r\n"::formatted)
                .collect(Collectors.joining());
    }

    private static HeadlessTerminal played(ByteArrayOutputStream sent) {
        HeadlessTerminal screen = terminal();
        play(screen, sent.toString(StandardCharsets.UTF_8));
        return screen;
    }

    private static void awaitText(ByteArrayOutputStream sent, String text) {
        await().untilAsserted(() -> assertThat(played(sent).text()).isEqualTo(text));
    }

    /// Each time, what waits for the viewer is dropped, perhaps just when it wants to take it.
    @Test
    void oneWhoIsBehindAgainAndAgainStaysUntilTheEnd() throws Exception {
        byte[] tooMuch = new byte[Viewer.MOST_BYTES + 1];
        Viewer viewer =
                new Viewer(new LineWriter(OutputStream.nullOutputStream()), display, SCREEN);
        display.add(viewer);
        Thread running = Thread.ofPlatform().start(() -> Unchecked.run(viewer::run));
        Thread writing = Thread.ofPlatform().start(() -> offerWhile(viewer, running));
        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (running.isAlive() && System.nanoTime() < end) {
            viewer.offer(tooMuch);
            LockSupport.parkNanos(20_000);
        }

        assertThat(running.isAlive()).isTrue();
        viewer.end();
        running.join();
        writing.join();
    }

    private static void offerWhile(Viewer viewer, Thread running) {
        byte[] bytes = new byte[1000];
        while (running.isAlive()) {
            viewer.offer(bytes);
        }
    }

    @Test
    void binaryOutputIsCountedAndNeitherShownNorPassedOn() throws Exception {
        byte[] binary = new byte[400_000];
        show(binary);
        Client client = new Client(SCREEN);
        for (int i = 1; i < 10; i++) {
            show(binary);
        }
        display.redraw(client.viewer);

        assertThat(client.end().text()).isEqualTo("[binary output, 3.8M]");
        assertThat(client.sent.size()).isLessThan(100_000);
        assertThat(display.describe(0, 0).binaryBytes()).isEqualTo(4_000_000);
    }

    @Test
    void outputThatOnlyBeginsBinaryIsShownOnceMostOfItIsText() throws Exception {
        Client client = new Client(SCREEN);
        byte[] dump = new byte[300];
        new Random(17).nextBytes(dump);
        show(dump);
        assertThat(display.describe(0, 0).binaryBytes()).isEqualTo(300);
        assertThat(BinaryOutput.isIn(log, 0)).isTrue();

        for (int i = 0; i < 5000; i++) {
            show("\u001b[m\r\nline " + i);
            assertThat(display.describe(0, 0).binaryBytes() > 0)
                    .isEqualTo(BinaryOutput.isIn(log, 0));
        }
        HeadlessTerminal screen = client.end();
        assertThat(display.describe(2, 0).text()).isEqualTo("line 4998\nline 4999");
        assertThat(display.describe(5000, 0).text()).contains("line 0\nline 1\nline 2\n");
        assertThat(screen.text(2)).isEqualTo("line 4998\nline 4999");
    }
}
