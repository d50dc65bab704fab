package dev.nudge.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.stream.Collectors;

/// Stands between a daemon and its clients, and cuts connections as the death of the daemon does:
/// it has done what it was asked for, but its client does not hear of it.
public final class Relay implements AutoCloseable {
    /// The letters of frames that write, copy or end.
    private static final String COUNTED = "oepx";

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
            DataInputStream said = new DataInputStream(Channels.newInputStream(client));
            String greeting = line(said);
            if (!greeting.isEmpty()) {
                int cut = nextCut();
                write(server, greeting.getBytes(StandardCharsets.UTF_8));
                Thread.ofVirtual().name("relay-in").start(() -> pass(said, server));
                pass(new DataInputStream(Channels.newInputStream(server)), client, cut);
            }
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    /// Reads a line with its end; empty if there is none.
    private static String line(DataInputStream from) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = from.read(); b >= 0; b = from.read()) {
            line.write(b);
            if (b == '\n') {
                return line.toString(StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    private static void write(SocketChannel to, byte[] bytes) throws IOException {
        Channels.newOutputStream(to).write(bytes);
    }

    private static void pass(DataInputStream from, SocketChannel to) {
        byte[] chunk = new byte[8192];
        try {
            for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
                write(to, Arrays.copyOf(chunk, length));
            }
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    /// Passes the greeting and frames on; takes one more than it passes, so that what it reports
    /// has been done.
    private static void pass(DataInputStream from, SocketChannel to, int cut) throws IOException {
        String greeting = line(from);
        if (cut == 0) {
            return;
        }
        write(to, greeting.getBytes(StandardCharsets.UTF_8));
        int passed = 1;
        while (true) {
            byte letter = from.readByte();
            byte[] payload = new byte[from.readInt()];
            from.readFully(payload);
            if (COUNTED.indexOf(letter) >= 0 && passed++ == cut) {
                return;
            }
            ByteBuffer frame = ByteBuffer.allocate(5 + payload.length);
            write(to, frame.put(letter).putInt(payload.length).put(payload).array());
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
