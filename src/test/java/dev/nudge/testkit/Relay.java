package dev.nudge.testkit;

import dev.nudge.protocol.Frame;
import dev.nudge.protocol.Frame.Kind;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read.Line;
import dev.nudge.protocol.LineWriter;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

/// Stands between a daemon and its clients, and cuts connections as the death of the daemon does:
/// it has done what it was asked for, but its client does not hear of it.
public final class Relay implements AutoCloseable {
    /// The frames that write, copy or end.
    private static final Set<Kind> COUNTED = Set.of(Kind.OUT, Kind.ERR, Kind.COPY, Kind.EXIT);

    private final Path info;
    private final String direct;
    private final UnixDomainSocketAddress daemon;
    private final ServerSocketChannel listener;
    private final Queue<Integer> cuts;

    private Relay(NudgeUser user, Integer... cuts) throws IOException {
        this.info = user.state().resolve("daemon.json");
        this.direct = Files.readString(info);
        this.daemon = UnixDomainSocketAddress.of(user.socket());
        this.cuts = Arrays.stream(cuts).collect(Collectors.toCollection(ArrayDeque::new));
        Path folder = user.folder("relay");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        Path socket = folder.resolve("sock");
        Files.deleteIfExists(socket); // of an earlier one
        this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        Files.writeString(info, direct.replace(user.socket().toString(), socket.toString()));
        Thread.ofVirtual().name("relay").start(this::accept);
    }

    /// Leads all new clients of this user's daemon here.
    ///
    /// @param cuts how much of the daemon each of the next connections lets through: 0 is nothing,
    ///   1 the greeting, and each more a write or the exit code; those after them are not cut
    public static Relay before(NudgeUser user, Integer... cuts) {
        return Unchecked.get(() -> new Relay(user, cuts));
    }

    /// Number of connections that are still to be cut.
    public synchronized int left() {
        return cuts.size();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = listener.accept();
                Thread.ofVirtual().name("relayed").start(() -> relay(client));
            }
        } catch (IOException closed) {
            // The end.
        }
    }

    private synchronized int nextCut() {
        Integer next = cuts.poll();
        return next == null ? Integer.MAX_VALUE : next;
    }

    /// Who only looks whether somebody listens says nothing, and is not cut.
    private void relay(SocketChannel client) {
        try (client;
                SocketChannel server = SocketChannel.open(daemon)) {
            // Not closed: its close would wait for the thread that reads.
            LineReader said = new LineReader(Channels.newInputStream(client));
            if (said.next() instanceof Line(String hello)) {
                int cut = nextCut();
                LineWriter in = new LineWriter(Channels.newOutputStream(server));
                in.write(hello);
                FrameStream questions = new FrameStream(said, in);
                Thread.ofVirtual().name("relay-in").start(() -> passAll(questions));
                LineReader answered = new LineReader(Channels.newInputStream(server));
                if (answered.next() instanceof Line(String greeting) && cut > 0) {
                    LineWriter out = new LineWriter(Channels.newOutputStream(client));
                    out.write(greeting);
                    pass(new FrameStream(answered, out), cut);
                }
            }
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    private static void passAll(FrameStream frames) {
        try {
            pass(frames, Integer.MAX_VALUE);
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    /// Passes frames on; takes one more than it passes, so that what it reports has been done.
    private static void pass(FrameStream frames, int cut) throws IOException {
        int passed = 1;
        while (true) {
            Frame frame = frames.next();
            if (COUNTED.contains(frame.kind()) && passed++ == cut) {
                return;
            }
            frames.send(frame);
        }
    }

    @Override
    public void close() {
        Unchecked.run(() -> {
            listener.close();
            Files.writeString(info, direct);
        });
    }
}
