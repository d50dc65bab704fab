package dev.nudge.protocol;

import dev.nudge.process.CurrentUser;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/// The socket through which clients reach a program, in a directory accessible only to its owner.
public final class UserSocket implements AutoCloseable {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private final Path wanted;
    private volatile Listener listener;
    private boolean isClosed;

    private UserSocket(Path wanted) throws IOException {
        this.wanted = wanted;
        this.listener = Listener.start(wanted);
    }

    /// Starts listening. Replaces a socket left by a dead process; if another process listens at
    /// the path, this socket gets another name beside it.
    ///
    /// @throws IOException also if the directory belongs to another user or is open to others
    public static UserSocket bind(Path path) throws IOException {
        return new UserSocket(path);
    }

    /// Listens again if the socket has been removed or replaced. Connected clients notice nothing.
    ///
    /// @return whether it had been; then [#path] may have changed
    /// @throws IOException if that is impossible, so that nobody can connect any more
    public synchronized boolean restore() throws IOException {
        Listener lost = listener;
        if (isClosed || lost.isStanding()) {
            return false;
        }
        listener = Listener.start(wanted);
        lost.channel().close();
        return true;
    }

    static void makePrivate(Path directory) throws IOException {
        Files.createDirectories(Objects.requireNonNull(directory.getParent()));
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            requirePrivate(directory);
        }
    }

    private static void requirePrivate(Path directory) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(
                        directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        UserPrincipal me = CurrentUser.get();
        if (!attributes.isDirectory()
                || !attributes.owner().equals(me)
                || !attributes.permissions().equals(OWNER_ONLY)) {
            throw new UntrustedServerException(
                    "%s must be a directory of user %s with mode 0700, but it is %s of user %s. Fix or remove it, or set XDG_RUNTIME_DIR to another directory."
                            .formatted(
                                    directory,
                                    me.getName(),
                                    PosixFilePermissions.toString(attributes.permissions()),
                                    attributes.owner().getName()));
        }
    }

    /// Connects to the socket of a program of the same user.
    ///
    /// @param channel not connected yet; closed by the caller in any case
    /// @throws UntrustedServerException if another user listens there, or could; nothing has been
    ///   sent then
    /// @throws IOException if nobody listens there
    public static void connect(SocketChannel channel, Path path) throws IOException {
        requirePrivate(Objects.requireNonNull(path.getParent()));
        channel.connect(UnixDomainSocketAddress.of(path));
        if (!CurrentUser.isPeer(channel)) {
            throw new UntrustedServerException(
                    "%s is served by user %s, so nothing was sent to it. Remove it, or set XDG_RUNTIME_DIR to another directory."
                            .formatted(
                                    path,
                                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED)
                                            .user()
                                            .getName()));
        }
    }

    /// Closes a channel when a time is over, unless the result is closed before: anyone waiting for
    /// the other side gets a [ClosedChannelException].
    public static Closeable limit(Channel channel, Duration limit) {
        CompletableFuture<Void> clock = new CompletableFuture<>();
        var _ =
                clock.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                        .whenComplete((_, timeIsUp) -> {
                            if (timeIsUp != null) {
                                close(channel);
                            }
                        });
        return () -> clock.complete(null);
    }

    private static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits for a client of this user; those of other users are turned away.
    ///
    /// @throws ClosedChannelException if the socket was closed
    /// @throws IOException if this client cannot be served: it has left again, or too many files
    ///   are open
    public SocketChannel accept() throws IOException {
        while (true) {
            Listener current = listener;
            try {
                SocketChannel client = current.channel().accept();
                if (CurrentUser.isPeer(client)) {
                    return client;
                }
                client.close();
            } catch (ClosedChannelException e) {
                if (current.equals(listener)) {
                    throw e;
                }
            }
        }
    }

    public Path path() {
        return listener.path();
    }

    /// Stops listening, and removes the socket, unless another one has taken its place.
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        listener.close();
    }

    /// A listening socket and its file; the inode tells it from one that takes its place.
    private record Listener(Path path, Object inode, ServerSocketChannel channel) {
        /// How long a killed process may still hold its socket.
        private static final Duration DEATH = Duration.ofMillis(200);

        private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

        /// Listens at this path, or at another one beside it if another process listens at this
        /// one.
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
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
            return false;
        }

        /// Returns whether a process listens at a path. One that does not accept may have no room
        /// for another connection, and counts as listening.
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

        /// Removes the file while the socket still accepts connections, so that no other process
        /// takes its place before it is closed.
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

    /// Thrown when another user listens at a socket, or could. The message says which user, and
    /// what to do.
    public static final class UntrustedServerException extends IOException {
        private static final long serialVersionUID = 1L;

        UntrustedServerException(String message) {
            super(message);
        }
    }
}
