package dev.nudge.cli.pump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.cli.connection.DaemonConnector;
import dev.nudge.cli.connection.DaemonStarter;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Greeting;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The pump between an agent and daemons that this test plays. No other can be started.
@Timeout(60)
class PumpTest {
    private static final Release RELEASE = new Release("1", "");
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    private static final String GREETED = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}";
    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final String LIST =
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/list\",\"params\":{}}";

    @TempDir private Path folder;
    private Endpoint endpoint;
    private AgentPipes pipes;
    private LineWriter toPump;
    private LineReader fromPump;

    @BeforeEach
    void create() throws IOException {
        endpoint = new Endpoint(folder.resolve("state"), folder.resolve("run"));
        Files.createDirectories(endpoint.state());
        PipedOutputStream agentOut = new PipedOutputStream();
        PipedInputStream agentIn = new PipedInputStream(1 << 16);
        pipes =
                new AgentPipes(
                        Journal.none(),
                        new PipedInputStream(agentOut, 1 << 16),
                        new PipedOutputStream(agentIn));
        toPump = new LineWriter(agentOut);
        fromPump = new LineReader(agentIn);
    }

    private void startPump() {
        DaemonStarter none = new DaemonStarter(endpoint, RELEASE, List.of("false"));
        Hello hello = new Hello("1", Hello.MCP, 1, "/", "0022", Map.of());
        Pump pump = new Pump(new DaemonConnector(endpoint, RELEASE, none), hello, pipes);
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        pump.run();
                    } catch (IOException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    /// A daemon with one client.
    private final class Daemon implements AutoCloseable {
        private final UserSocket socket = UserSocket.bind(endpoint.socket());
        private final SocketChannel client;
        private final LineReader in;
        private final LineWriter out;

        Daemon(Opening opening) throws IOException {
            Files.writeString(
                    endpoint.info(),
                    Wire.write(new Endpoint.Running(1, "1", "", socket.path().toString())));
            opening.open();
            client = socket.accept();
            in = new LineReader(Channels.newInputStream(client));
            out = new LineWriter(Channels.newOutputStream(client));
            assertThat(next()).contains("\"role\"");
            out.writeJson(new Greeting.Welcome("1", "", 1));
        }

        String next() throws IOException {
            return PumpTest.next(in);
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

    @Test
    void whatTheAgentSaysWithoutADaemonIsSaidToTheNextOne() throws IOException {
        try (Daemon first = new Daemon(this::startPump)) {
            toPump.write(INITIALIZE);
            assertThat(first.next()).isEqualTo(INITIALIZE);
            first.out.write(GREETED);
            assertThat(next(fromPump)).isEqualTo(GREETED);
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
}
