package dev.nudge.protocol;

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
        String me = System.getProperty("user.name");
        if (!attributes.isDirectory()
                || !attributes.owner().getName().equals(me)
                || !open.isEmpty()) {
            throw new IOException(
                    "%s must be a directory of user %s with mode 0700, but is %s of %s. Fix or remove it."
                            .formatted(
                                    directory,
                                    me,
                                    PosixFilePermissions.toString(attributes.permissions()),
                                    attributes.owner().getName()));
        }
    }

    /// Waits for a client. One of another user is turned away.
    ///
    /// @throws java.nio.channels.ClosedChannelException if the socket was closed
    /// @throws IOException if this client cannot be served: it has gone again, or too many files
    ///   are open
    public SocketChannel accept() throws IOException {
        while (true) {
            SocketChannel client = channel.accept();
            if (isMine(client)) {
                return client;
            }
            client.close();
        }
    }

    private static boolean isMine(SocketChannel client) throws IOException {
        String peer = client.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        return peer.equals(System.getProperty("user.name"));
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
