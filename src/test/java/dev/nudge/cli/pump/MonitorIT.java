package dev.nudge.cli.pump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `nudge monitor` between an agent and daemons that this test plays. No other can be started.
@Timeout(120)
class MonitorIT {
    private static final Path FRONT = NativeFront.install("exit 1");

    @TempDir private Path folder;
    private Endpoint endpoint;
    private Process monitor;
    private LineReader printed;

    @BeforeEach
    void start() throws IOException {
        endpoint = Endpoint.of(Map.of("XDG_STATE_HOME", folder.toString()));
        Files.createDirectories(endpoint.state());
        ProcessBuilder builder = new ProcessBuilder(FRONT.toString(), "monitor");
        builder.environment().clear();
        builder.environment().put("XDG_STATE_HOME", folder.toString());
        monitor = builder.start();
        printed = new LineReader(monitor.getInputStream());
    }

    @AfterEach
    void end() {
        monitor.destroyForcibly();
    }

    /// A daemon with one client.
    private final class Daemon implements AutoCloseable {
        private final UserSocket socket = UserSocket.bind(endpoint.socket());
        private final SocketChannel client;
        private final LineReader in;
        private final LineWriter out;

        Daemon() throws IOException {
            Files.writeString(
                    endpoint.info(),
                    Wire.write(new Endpoint.Running(1, "1", "", socket.path().toString())));
            client = socket.accept();
            in = new LineReader(Channels.newInputStream(client));
            out = new LineWriter(Channels.newOutputStream(client));
            assertThat(next(in)).contains("\"role\":\"monitor\"", "\"pid\":" + monitor.pid());
            out.writeJson(new Greeting.Welcome("1", "", 1));
        }

        void say(String line) throws IOException {
            out.write(line);
        }

        String heard() throws IOException {
            return next(in);
        }

        @Override
        public void close() throws IOException {
            Files.delete(endpoint.info());
            socket.close();
            client.close();
        }
    }

    private static String next(LineReader in) throws IOException {
        return in.next() instanceof Read.Line(String text) ? text : "(no line)";
    }

    @Test
    void messageIsPrintedAndThenAnswered() throws IOException {
        try (Daemon daemon = new Daemon()) {
            daemon.say("a1 Background command completed: „größer“ $(exit) \\n");

            assertThat(next(printed))
                    .isEqualTo("Background command completed: „größer“ $(exit) \\n");
            assertThat(daemon.heard()).isEqualTo("a1");
        }
    }

    @Test
    void messageThatTheNextDaemonRepeatsIsAnsweredAndNotPrintedAgain() throws IOException {
        try (Daemon daemon = new Daemon()) {
            daemon.say("a1 first");
            assertThat(next(printed)).isEqualTo("first");
        }
        try (Daemon daemon = new Daemon()) {
            daemon.say("a1 first");
            assertThat(daemon.heard()).isEqualTo("a1");
            daemon.say("a2 second");
            assertThat(next(printed)).isEqualTo("second");
            assertThat(daemon.heard()).isEqualTo("a2");
        }
    }

    /// An agent that hangs may still read it.
    @Test
    void messageIsNotAnsweredBeforeItHasBeenRead() throws Exception {
        try (Daemon daemon = new Daemon();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            daemon.say("a1 first");
            Future<String> heard = threads.submit(daemon::heard);
            assertThatThrownBy(() -> heard.get(1, TimeUnit.SECONDS))
                    .isInstanceOf(TimeoutException.class);

            assertThat(next(printed)).isEqualTo("first");

            assertThat(heard.get()).isEqualTo("a1");
        }
    }

    @Test
    void endsWhenNobodyReadsItAnyMore() throws Exception {
        try (Daemon daemon = new Daemon()) {
            printed = new LineReader(monitor.getErrorStream());
            monitor.getInputStream().close();

            assertThat(monitor.waitFor()).isZero();
            assertThat(daemon.heard()).isEqualTo("(no line)");
        }
    }

    @Test
    void endsWithTheReasonWhyThereIsNothingForIt() throws Exception {
        try (Daemon daemon = new Daemon()) {
            daemon.say("! No agent has started this.");

            assertThat(monitor.getErrorStream())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("nudge: No agent has started this.\n");
            assertThat(monitor.waitFor()).isEqualTo(1);
        }
    }
}
