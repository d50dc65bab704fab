package dev.nudge.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/// The user that this program runs as. Principals are compared by their ids: a user given by
/// `docker run -u 12345` has no name.
public final class CurrentUser {
    private static volatile @Nullable UserPrincipal known;

    private CurrentUser() {}

    public static boolean isPeer(SocketChannel socket) throws IOException {
        return socket.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(get());
    }

    /// Returns the user; its name is its id if the system knows no name. Looks the name up once,
    /// which may take a while where a directory service has it.
    public static UserPrincipal get() {
        UserPrincipal user = known;
        if (user == null) {
            try {
                user = Files.getOwner(Path.of("/proc/self"));
            } catch (IOException e) {
                throw new UncheckedIOException("The user of this process cannot be found out", e);
            }
            known = user;
        }
        return user;
    }
}
