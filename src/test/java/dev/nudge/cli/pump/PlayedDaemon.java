package dev.nudge.cli.pump;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Map;

/// A daemon that a test plays, with one client.
final class PlayedDaemon implements AutoCloseable {
    /// The program of the clients, which can start no daemon.
    static final Path FRONT = NativeFront.install("exit 1");

    private final Endpoint endpoint;
    private final UserSocket socket;
    private final SocketChannel client;
    private final LineReader in;
    private final LineWriter out;

    interface Opening {
        /// Returns the client, which may have been started before.
        Process open() throws IOException;
    }

    /// Starts a command of nudge whose state is in this folder.
    static Process client(String command, Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(FRONT.toString(), command);
        builder.environment().clear();
        builder.environment().put("XDG_STATE_HOME", folder.toString());
        return builder.start();
    }

    /// Waits for a client with this role, and welcomes it.
    PlayedDaemon(Path folder, String version, String role, Opening opening) throws IOException {
        endpoint = Endpoint.of(Map.of("XDG_STATE_HOME", folder.toString()));
        Files.createDirectories(endpoint.state());
        socket = UserSocket.bind(endpoint.socket());
        Files.writeString(
                endpoint.info(),
                Wire.write(new Endpoint.Running(1, version, "", socket.path().toString())));
        Process process = opening.open();
        client = socket.accept();
        in = new LineReader(Channels.newInputStream(client));
        out = new LineWriter(Channels.newOutputStream(client));
        assertThat(heard()).contains("\"role\":\"" + role + "\"", "\"pid\":" + process.pid());
        out.write(Wire.write(new Greeting.Welcome(version, "", 1)));
    }

    void say(String line) throws IOException {
        out.write(line);
    }

    /// Returns the next line of the client.
    String heard() throws IOException {
        return next(in);
    }

    static String next(LineReader in) throws IOException {
        return in.next() instanceof Read.Line(String text) ? text : "(no line)";
    }

    @Override
    public void close() throws IOException {
        Files.delete(endpoint.info());
        socket.close();
        client.close();
    }
}
