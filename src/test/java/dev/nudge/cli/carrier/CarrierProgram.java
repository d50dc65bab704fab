package dev.nudge.cli.carrier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.nudge.console.caller.CarrierConversation;
import dev.nudge.daemon.DaemonProcess;
import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Hello.Greeting;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import dev.nudge.store.AtomicFile;
import dev.nudge.testkit.NativeFront;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The native front, with a daemon that runs [SampleCommands].
final class CarrierProgram {
    /// The command of nudge under whose name the front carries the others.
    static final String NAME = "record";

    /// Holds up a daemon that is being started, as long as there is a file of this name in its
    /// state directory.
    static final String HOLD = "hold";

    /// The file that such a daemon leaves there.
    static final String HELD = "held";

    private CarrierProgram() {}

    /// Only for the tests: the daemon does not install it again.
    private static final class Front {
        private static final Path PROGRAM =
                NativeFront.install(
                        "exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote -Xmx128m -cp '%s' %s \"$@\""
                                .formatted(
                                        System.getProperty("java.home"),
                                        classPath(),
                                        CarrierProgram.class.getName()));
    }

    /// Returns the path of the front.
    static String launcher() {
        return Front.PROGRAM.toString();
    }

    /// Absolute: a daemon starts in the root directory.
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(":", -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(":"));
    }

    public static void main(String[] args) throws IOException {
        Endpoint endpoint = Endpoint.of(System.getenv());
        Path hold = endpoint.state().resolve(HOLD);
        if (Files.exists(hold)) {
            Files.createFile(endpoint.state().resolve(HELD));
            await().atMost(Patience.LONG).until(() -> Files.notExists(hold));
        }
        UserSocket socket = UserSocket.bind(endpoint.socket());
        long pid = ProcessHandle.current().pid();
        Files.createDirectories(endpoint.state());
        Endpoint.Running running = new Endpoint.Running(pid, "1", "", socket.path().toString());
        AtomicFile.replaceUnsynced(endpoint.info(), Wire.write(running).getBytes(UTF_8));
        System.out.println(DaemonProcess.READY);
        while (true) {
            SocketChannel client = socket.accept();
            Thread.ofVirtual().start(() -> converse(client));
        }
    }

    private static void converse(SocketChannel client) {
        try (client) {
            LineReader in = new LineReader(Channels.newInputStream(client));
            LineWriter out = new LineWriter(Channels.newOutputStream(client));
            if (in.next() instanceof Read.Line(String line)) {
                Hello hello = Wire.read(line, Hello.class);
                out.write(Wire.write(new Greeting.Welcome("1", "", ProcessHandle.current().pid())));
                new CarrierConversation(hello, new FrameStream(in, out), new SampleCommands())
                        .hold();
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }
}
