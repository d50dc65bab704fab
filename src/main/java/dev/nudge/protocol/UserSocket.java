package dev.nudge.protocol;

import dev.nudge.process.CurrentUser;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/// The socket that clients find, in a directory that is open to its owner only.
public final class UserSocket implements AutoCloseable {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");

    private final Path path;
    private final ServerSocketChannel channel;

    private UserSocket(Path path, ServerSocketChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /// Listens. A socket that a dead process left is replaced; the caller makes sure that no live
    /// one is hit.
    ///
    /// @throws IOException also if the directory belongs to another user or is open to others
    public static UserSocket bind(Path path) throws IOException {
        makePrivate(Objects.requireNonNull(path.getParent()));
        Files.deleteIfExists(path);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(UnixDomainSocketAddress.of(path));
        return new UserSocket(path, channel);
    }

    private static void makePrivate(Path directory) throws IOException {
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
        Set<PosixFilePermission> open = EnumSet.copyOf(attributes.permissions());
        open.removeAll(OWNER_ONLY);
        UserPrincipal me = CurrentUser.get();
        if (!attributes.isDirectory() || !attributes.owner().equals(me) || !open.isEmpty()) {
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
    /// @param channel not connected yet; closed by the caller, whatever comes of it
    /// @throws UntrustedServerException if another user could listen there, or does; nothing has
    ///   been sent then
    /// @throws IOException if nobody listens there
    public static void connect(SocketChannel channel, Path path) throws IOException {
        requirePrivate(Objects.requireNonNull(path.getParent()));
        channel.connect(UnixDomainSocketAddress.of(path));
        UserPrincipal server = user(channel);
        if (!server.equals(CurrentUser.get())) {
            throw new UntrustedServerException(
                    "%s is served by user %s, so nothing was sent to it. Remove it, or set XDG_RUNTIME_DIR to another directory."
                            .formatted(path, server.getName()));
        }
    }

    private static UserPrincipal user(SocketChannel peer) throws IOException {
        return peer.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    }

    /// Waits for a client. One of another user is turned away.
    ///
    /// @throws java.nio.channels.ClosedChannelException if the socket was closed
    /// @throws IOException if this client cannot be served: it has gone again, or too many files
    ///   are open
    public SocketChannel accept() throws IOException {
        while (true) {
            SocketChannel client = channel.accept();
            if (user(client).equals(CurrentUser.get())) {
                return client;
            }
            client.close();
        }
    }

    /// Returns where it is.
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }
}
