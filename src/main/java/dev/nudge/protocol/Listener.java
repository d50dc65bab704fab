package dev.nudge.protocol;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;

/// A listening socket and its file.
///
/// @param inode distinguishes this file from one that takes its place
record Listener(Path path, Object inode, ServerSocketChannel channel) {
    /// How long a killed process may still hold its socket.
    private static final Duration DEATH = Duration.ofMillis(200);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    /// Listens at this path, or at another one beside it if another process listens at this one.
    static Listener start(Path wanted) throws IOException {
        UserSocket.makePrivate(Objects.requireNonNull(wanted.getParent()));
        Path free = isServed(wanted) ? beside(wanted) : wanted;
        Files.deleteIfExists(free);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(free));
            return new Listener(free, inode(free), channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static Path beside(Path wanted) {
        String name = wanted.getFileName().toString().replaceFirst("\\.sock$", "");
        return wanted.resolveSibling(name + "-" + ProcessHandle.current().pid() + ".sock");
    }

    private static boolean isServed(Path path) {
        long deadline = System.nanoTime() + DEATH.toNanos();
        while (takesConnections(path)) {
            if (System.nanoTime() > deadline) {
                return true;
            }
            pause();
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_AGAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns whether a process listens at a path. One that does not accept may have no room for
    /// another connection, and counts as listening.
    private static boolean takesConnections(Path path) {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false);
            return probe.connect(UnixDomainSocketAddress.of(path));
        } catch (ConnectException refused) {
            return false;
        } catch (IOException e) {
            return Files.exists(path);
        }
    }

    private static Object inode(Path path) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    /// Returns whether clients that connect to the path reach this socket.
    boolean isStanding() {
        try {
            return inode(path).equals(inode);
        } catch (NoSuchFileException gone) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /// Removes the file while the socket still accepts connections, so that no other process takes
    /// its place before it is closed.
    void close() throws IOException {
        try {
            if (isStanding()) {
                Files.deleteIfExists(path);
            }
        } finally {
            channel.close();
        }
    }
}
