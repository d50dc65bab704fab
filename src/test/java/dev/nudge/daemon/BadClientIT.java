package dev.nudge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Clients that send nonsense, too much or nothing: each gets a clear error, and the daemon goes
/// on.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadClientIT {
    private static final String HELLO =
            "{\"version\":\"0\",\"role\":\"%s\",\"pid\":1,\"cwd\":\"/\",\"inherited\":{\"umask\":\"22\"},\"environment\":{}}";
    private static final int LINES = 3000;
    private static final List<String> PIECES =
            List.of(
                    """
                    {|}|[|]|"|:|,|null|true|1e999|-0|\\u0000|\u0000|\uD83D\uDC69|é| |\t|\
                    "jsonrpc":"2.0"|"id":1|"id":null|"id":[]|"method":"tools/call"|"method":"initialize"|\
                    "method":"ping"|"method":"tools/list"|"method":"resources/read"|\
                    "params":{}|"params":[]|"params":{"name":3}|\
                    "params":{"name":"run_long_command","arguments":[]}|\
                    "params":{"name":"run_long_command","arguments":{"command":{}}}|\
                    "result":{}|"error":{}|"type":"list_jobs"|"type":"show_job"|"job":"x"\
                    """
                            .split("\\|"));

    @AutoClose private final NudgeUser user = NudgeUser.create();

    private long daemon;

    @BeforeAll
    void start() {
        user.startDaemon();
        daemon = user.daemonPid();
    }

    /// A client of a user's daemon.
    static final class Client implements AutoCloseable {
        private final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        private final OutputStream out;
        private final BufferedReader in;

        Client(NudgeUser user) throws IOException {
            channel.connect(UnixDomainSocketAddress.of(user.socket()));
            out = Channels.newOutputStream(channel);
            in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
        }

        String greet(String role) throws IOException {
            return ask(HELLO.formatted(role));
        }

        String ask(String line) throws IOException {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            return answer();
        }

        String answer() throws IOException {
            return String.valueOf(in.readLine());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static String nonsense(Random random) {
        StringBuilder line = new StringBuilder();
        if (random.nextBoolean()) {
            line.append("{\"jsonrpc\":\"2.0\",");
        }
        int pieces = random.nextInt(12);
        for (int i = 0; i < pieces; i++) {
            line.append(PIECES.get(random.nextInt(PIECES.size())));
            line.append(random.nextInt(3) == 0 ? "," : "");
        }
        return line.append(random.nextBoolean() ? "}" : "").toString();
    }

    private void assertDaemonWorks() throws IOException {
        try (Client client = new Client(user)) {
            assertThat(client.greet("cli")).contains("\"type\":\"welcome\"");
        }
        assertThat(user.daemonPid()).isEqualTo(daemon);
    }

    @Test
    void greetingThatIsNoneOrDoesNotComeIsRefusedWithWhatWasExpected() throws IOException {
        for (String line :
                List.of("hello", "{}", "[]", "{\"version\":1}", HELLO.formatted("root"))) {
            try (Client client = new Client(user)) {
                assertThat(client.ask(line))
                        .startsWith("{\"type\":\"refused\"")
                        .contains("Expected a line of JSON");
                assertThat(client.in.readLine()).as("then the connection ends").isNull();
            }
        }
        try (Client silent = new Client(user)) {
            assertThat(silent.answer()).contains("refused", "No greeting came within 10 s");
            assertThat(silent.in.readLine()).isNull();
        }
        assertDaemonWorks();
    }

    @Test
    void nonsenseEndsItsConnectionOnly() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            try (Client client = new Client(user)) {
                assertThat(client.ask(nonsense(random))).contains("refused");
            }
        }
        try (Client client = new Client(user)) {
            client.greet("cli");
            for (int i = 0; i < LINES; i++) {
                assertThat(client.ask(nonsense(random))).startsWith("{\"type\":");
            }
            assertThat(client.ask("x".repeat(16 * 1024 * 1024 + 1))).contains("is not understood");
            assertThat(client.ask("{}")).contains("is not understood");
        }
        for (int i = 0; i < 300; i++) {
            try (Client client = new Client(user)) {
                client.greet("carrier");
                client.out.write(frames(random));
                client.channel.shutdownOutput();
                while (client.in.read() >= 0) {
                    // Reads to the end.
                }
            }
        }
        assertDaemonWorks();
    }

    @Test
    void mcpLineOver16MegabytesIsAnsweredByItsIdAndRandomLinesDoNotEndTheSession()
            throws IOException {
        Random random = new Random(3);
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            Map<String, Object> much = Map.of("label", "x".repeat(16 * 1024 * 1024));
            Map<String, Object> call = Map.of("name", "run_long_command", "arguments", much);
            assertThat(agent.request("tools/call", call).at("/error/message").stringValue())
                    .contains("is over 16777216 bytes");
            for (int i = 0; i < LINES; i++) {
                agent.sendLine(
                        nonsense(random).replace("\"method\":\"initialize\"", "\"method\":\"x\""));
            }
            assertThat(agent.request("tools/list", Map.of()).path("result").path("tools"))
                    .extracting(tool -> tool.path("name").stringValue())
                    .contains("run_long_command");
            assertThat(agent.run(Map.of("command", "echo hi")))
                    .startsWith("Command \"echo hi\" started");
        }
        assertDaemonWorks();
    }

    private static byte[] frames(Random random) {
        ByteBuffer frames = ByteBuffer.allocate(1000);
        int count = random.nextInt(8);
        for (int i = 0; i < count; i++) {
            byte[] payload = new byte[random.nextInt(20)];
            random.nextBytes(payload);
            frames.put((byte) "RRTIUSZDAFVxoe?".charAt(random.nextInt(15)));
            frames.putInt(random.nextInt(5) == 0 ? random.nextInt() : payload.length);
            frames.put(payload);
        }
        return Arrays.copyOf(frames.array(), frames.position());
    }
}
