package dev.nudge.protocol;

import dev.nudge.process.CurrentUser;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;
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

    /// Returns the path of the socket.
    public Path path() {
        return listener.path();
    }

    /// Stops listening, and removes the socket, unless another one has taken its place.
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        listener.close();
    }
}
