package dev.nudge.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
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
    /// @param cuts how many lines of the daemon each of the next connections lets through; those
    ///   after them are not cut
    public static Relay before(NudgeUser user, Integer... cuts) {
        try {
            return new Relay(user, cuts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
            BufferedReader said = reader(client);
            String greeting = said.readLine();
            if (greeting != null) {
                int lines = nextCut();
                write(server, greeting);
                Thread.ofVirtual().name("relay-in").start(() -> pass(said, server));
                pass(reader(server), client, lines);
            }
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    private static BufferedReader reader(SocketChannel from) {
        return new BufferedReader(Channels.newReader(from, StandardCharsets.UTF_8));
    }

    private static void write(SocketChannel to, String line) throws IOException {
        Channels.newOutputStream(to).write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void pass(BufferedReader from, SocketChannel to) {
        try {
            pass(from, to, Integer.MAX_VALUE);
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    /// Passes lines on; takes one more than it passes, so that what it answers has been done.
    private static void pass(BufferedReader from, SocketChannel to, int lines) throws IOException {
        int passed = 0;
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            if (passed++ == lines) {
                return;
            }
            write(to, line);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            Files.writeString(info, direct);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
