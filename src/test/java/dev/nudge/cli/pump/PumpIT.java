package dev.nudge.cli.pump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Hello.Greeting;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import dev.nudge.testkit.NativeFront;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `nudge mcp` between an agent and daemons that this test plays. No other can be started.
@Timeout(120)
class PumpIT {
    private static final Path FRONT = NativeFront.install("exit 1");
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    private static final String GREETED = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}";
    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final String LIST =
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/list\",\"params\":{}}";

    @TempDir private Path folder;
    private Endpoint endpoint;
    private Process pump;
    private LineWriter toPump;
    private LineReader fromPump;

    @BeforeEach
    void create() throws IOException {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", folder.toString(), "HOME", folder.toString());
        endpoint = Endpoint.of(environment);
        Files.createDirectories(endpoint.state());
    }

    @AfterEach
    void end() {
        pump.destroyForcibly();
    }

    private void startPump() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(FRONT.toString(), "mcp");
        builder.environment().clear();
        builder.environment().put("XDG_STATE_HOME", folder.toString());
        pump = builder.start();
        toPump = new LineWriter(pump.getOutputStream());
        fromPump = new LineReader(pump.getInputStream());
    }

    /// A daemon with one client.
    private final class Daemon implements AutoCloseable {
        private final UserSocket socket = UserSocket.bind(endpoint.socket());
        private final SocketChannel client;
        private final LineReader in;
        private final LineWriter out;

        Daemon(Opening opening) throws IOException {
            this("1", opening);
        }

        Daemon(String version, Opening opening) throws IOException {
            Files.writeString(
                    endpoint.info(),
                    Wire.write(new Endpoint.Running(1, version, "", socket.path().toString())));
            opening.open();
            client = socket.accept();
            in = new LineReader(Channels.newInputStream(client));
            out = new LineWriter(Channels.newOutputStream(client));
            assertThat(next()).contains("\"role\":\"mcp\"", "\"pid\":" + pump.pid());
            out.writeJson(new Greeting.Welcome(version, "", 1));
        }

        String next() throws IOException {
            return PumpIT.next(in);
        }

        @Override
        public void close() throws IOException {
            Files.delete(endpoint.info());
            socket.close();
            client.close();
        }
    }

    private interface Opening {
        void open() throws IOException;
    }

    private static String next(LineReader in) throws IOException {
        return in.next() instanceof Read.Line(String text) ? text : "(no line)";
    }

    private Daemon greeted() throws IOException {
        Daemon daemon = new Daemon(this::startPump);
        toPump.write(INITIALIZE);
        assertThat(daemon.next()).isEqualTo(INITIALIZE);
        daemon.out.write(GREETED);
        assertThat(next(fromPump)).isEqualTo(GREETED);
        return daemon;
    }

    @Test
    void whatTheAgentSaysWithoutADaemonIsSaidToTheNextOne() throws IOException {
        try (Daemon _ = greeted()) {
            // It dies.
        }
        toPump.write(LIST.formatted(1));
        assertThat(next(fromPump)).contains("\"id\":1,\"error\"");
        toPump.write(INITIALIZED);
        toPump.write(LIST.formatted(2));
        assertThat(next(fromPump)).contains("\"id\":2,\"error\"");

        try (Daemon second = new Daemon(() -> {})) {
            assertThat(second.next()).isEqualTo(INITIALIZE);
            second.out.write(GREETED);
            toPump.write(LIST.formatted(3));
            assertThat(second.next()).isEqualTo(INITIALIZED);
            assertThat(second.next()).isEqualTo(LIST.formatted(3));
        }
    }

    /// After a step back it would else look for a daemon that is not installed any more.
    @Test
    void isOfTheReleaseThatItsFolderHoldsByNow() throws IOException {
        Path release = FRONT.resolveSibling("../release").normalize();
        String before = Files.readString(release);
        try (Daemon _ = greeted()) {
            Files.writeString(release, "0.9\n\n\n");
        }
        try (Daemon older = new Daemon("0.9", () -> {})) {
            assertThat(older.next()).isEqualTo(INITIALIZE);
        } finally {
            Files.writeString(release, before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"a \\\"b\\\" \\u00e9 漢\""})
    void callInFlightGetsAnErrorWhenTheDaemonDies(String id) throws IOException {
        try (Daemon daemon = greeted()) {
            toPump.write(LIST.formatted(id));
            assertThat(daemon.next()).isEqualTo(LIST.formatted(id));
        }

        assertThat(next(fromPump))
                .contains(
                        "\"id\":" + id + ",", "The nudge daemon ended while it handled this call.");
    }

    /// An error would be the end of the task for its client.
    @Test
    void questionForATaskIsAskedOfTheNextDaemon() throws IOException {
        String question =
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tasks/get\",\"params\":{\"taskId\":\"job-1-ab\"}}";
        String later = question.replace(":7,", ":8,");
        try (Daemon daemon = new Daemon(this::startPump)) {
            toPump.write(question);
            assertThat(daemon.next()).isEqualTo(question);
        }
        toPump.write(later);
        toPump.write(LIST.formatted(9));
        assertThat(next(fromPump)).contains("\"id\":9,\"error\"");

        try (Daemon second = new Daemon(() -> {})) {
            assertThat(second.next()).isEqualTo(question);
            assertThat(second.next()).isEqualTo(later);
            second.out.write("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
            assertThat(next(fromPump)).contains("\"id\":7,\"result\"");
        }
    }

    @Test
    void callThatWasCancelledOrAnsweredGetsNone() throws IOException {
        try (Daemon daemon = greeted()) {
            toPump.write(LIST.formatted(1));
            toPump.write(LIST.formatted(2));
            toPump.write(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
            toPump.write(LIST.formatted(3));
            for (int i = 0; i < 4; i++) {
                daemon.next();
            }
            daemon.out.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"method\":{}}}");
            assertThat(next(fromPump)).contains("\"id\":1,");
        }

        assertThat(next(fromPump)).contains("\"id\":3,\"error\"");
    }

    @Test
    void longLinesPassBothWaysAtOnce() throws Exception {
        String text = "x".repeat(8 << 20);
        try (Daemon daemon = greeted()) {
            Thread agent = Thread.ofVirtual().start(() -> write(toPump, text));
            Thread other = Thread.ofVirtual().start(() -> write(daemon.out, text));

            assertThat(next(fromPump)).hasSize(text.length());
            assertThat(daemon.next()).hasSize(text.length());
            agent.join();
            other.join();
        }
    }

    private static void write(LineWriter writer, String line) {
        try {
            writer.write(line);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void lineThatIsTooLongIsRefusedUnderItsIdAndTheNextOneIsRead() throws IOException {
        String text = "x".repeat(17 << 20);
        try (Daemon daemon = greeted()) {
            toPump.write(
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\",\"params\":\"" + text + "\"}");
            assertThat(next(fromPump)).contains("\"id\":5,", "over 16777216 bytes");
            toPump.write("{\"params\":{\"a\":[\"" + text + "\\\"\"]},\"id\":\"x\"}");
            assertThat(next(fromPump)).contains("\"id\":\"x\",");
            toPump.write(text);
            assertThat(next(fromPump)).contains("\"id\":null,");
            toPump.write(LIST.formatted(6));
            assertThat(daemon.next()).isEqualTo(LIST.formatted(6));
        }
    }

    @Test
    void lastAnswersReachAnAgentThatHasNothingMoreToSay() throws Exception {
        try (Daemon daemon = greeted()) {
            toPump.write(LIST.formatted(1));
            pump.getOutputStream().close();
            daemon.next();
            daemon.out.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");

            assertThat(next(fromPump)).contains("\"id\":1,\"result\"");
            assertThat(pump.waitFor()).isZero();
        }
    }

    @Test
    void daemonLearnsThatTheAgentHasNothingMoreToSay() throws Exception {
        try (Daemon daemon = greeted()) {
            toPump.write(LIST.formatted(1));
            toPump.write(LIST.formatted(2));
            pump.getOutputStream().close();

            assertThat(daemon.next()).isEqualTo(LIST.formatted(1));
            assertThat(daemon.next()).isEqualTo(LIST.formatted(2));
            assertThat(daemon.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nudge/said_all\"}");
        }
    }

    /// A daemon that has just been started takes its time, more of it on a busy machine.
    @Test
    void firstAnswerMayTakeLonger() throws Exception {
        try (Daemon daemon = new Daemon(this::startPump)) {
            toPump.write(INITIALIZE);
            pump.getOutputStream().close();
            daemon.next();
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
            daemon.out.write("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}");

            assertThat(next(fromPump)).contains("\"id\":0,\"result\"");
            assertThat(pump.waitFor()).isZero();
        }
    }

    @Test
    void onlyProcessUnderTheAgentIsSmall() throws IOException {
        try (Daemon daemon = greeted()) {
            toPump.write(LIST.formatted(1));
            daemon.next();

            assertThat(pump.children()).isEmpty();
            assertThat(kibibytes("RssAnon") + kibibytes("RssShmem")).isLessThan(1024);
        }
    }

    private long kibibytes(String field) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pump.pid()), "status")).stream()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
