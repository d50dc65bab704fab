package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.process.ProcessId;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MonitorTest {
    private static final Duration LIMIT = Patience.LONG;
    private static final ProcessId AGENT = new ProcessId(17, 1);

    private final Monitors monitors = new Monitors();
    private final PipedOutputStream program = new PipedOutputStream();
    private final LineWriter answers = new LineWriter(program);
    private final List<String> sent = new ArrayList<>();
    private final CountDownLatch came = new CountDownLatch(1);
    private volatile boolean isSilent;

    @BeforeEach
    void connect() throws Exception {
        PipedInputStream said = new PipedInputStream(program);
        PipedInputStream orders = new PipedInputStream();
        LineWriter out = new LineWriter(new PipedOutputStream(orders));
        Thread _ = Thread.ofVirtual().start(() -> print(new LineReader(orders)));
        Conversation conversation =
                monitors.conversation(
                        Optional.of(AGENT), new LineReader(said), out, came::countDown);
        Thread _ = Thread.ofVirtual().start(() -> Unchecked.run(conversation::hold));
        came.await();
    }

    /// Answers as the program does.
    private void print(LineReader orders) {
        try {
            while (orders.next() instanceof LineReader.Read.Line(String line)) {
                sent.add(line);
                if (isSilent) {
                    program.close();
                } else {
                    answers.write(line.split(" ", 2)[0]);
                }
            }
        } catch (IOException e) {
            assertThat(e).hasMessage("Pipe broken"); // the test is over
        }
    }

    @AfterEach
    void close() throws IOException {
        program.close();
    }

    private Inbox inbox() {
        return monitors.of(AGENT).orElseThrow();
    }

    private InboxAnswer send(String id, String news, String text) {
        return inbox().send(id, Set.of(news), text, LIMIT);
    }

    /// Also other news in the same words, as when a program asks the same once more.
    @Test
    void messageThatIsPrintedIsTaken() {
        assertThat(send("a1", "a question", "the text")).isEqualTo(InboxAnswer.TAKEN);
        assertThat(send("a2", "the next one", "the text")).isEqualTo(InboxAnswer.TAKEN);
        assertThat(sent).containsExactly("a1 the text", "a2 the text");
        assertThat(monitors.of(new ProcessId(17, 2))).isEmpty();
    }

    @Test
    void newsThatHaveNotBecomeATurnAreRefusedAndAllAfterThem() {
        assertThat(send("a1", "end of 1", "the text")).isEqualTo(InboxAnswer.TAKEN);
        assertThat(send("a1", "end of 1", "the text")).isEqualTo(InboxAnswer.TAKEN);

        assertThat(inbox().send("a2", Set.of("end of 1", "end of 2"), "a text for both", LIMIT))
                .isEqualTo(InboxAnswer.REFUSED);
        assertThat(send("a3", "end of 3", "another")).isEqualTo(InboxAnswer.REFUSED);
    }

    @Test
    void messageOfAMonitorThatEndsMayHaveBeenPrinted() {
        isSilent = true;

        assertThat(send("a1", "end of 1", "the text")).isEqualTo(InboxAnswer.NONE);
    }
}
