package dev.nudge.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Checks that no other user can have put a file in its place: a client that connects to a socket
/// sends its server the whole environment, and may run what that server says.
public final class TrustedPath {
    private static final long ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int STICKY = 01000;

    private TrustedPath() {}

    /// Resolves the path, and ensures that it and every directory above it belong to this user or
    /// root, and that nobody else can write there: not to the file, and to a directory only if it
    /// is sticky, as `/tmp` is. The checked path, without symbolic links, is the one returned.
    ///
    /// @throws UntrustedPathException if somebody else could be behind it; the message says who
    /// @throws IOException if there is no such file
    public static Path resolve(Path path) throws IOException {
        Path real = path.toRealPath();
        check(real, WRITABLE_BY_OTHERS);
        for (Path above = real.getParent(); above != null; above = above.getParent()) {
            check(above, WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP);
        }
        return real;
    }

    /// Returns why the path is not to be trusted; empty if it is, or if there is no such file.
    public static Optional<String> objection(Path path) {
        try {
            resolve(path);
            return Optional.empty();
        } catch (UntrustedPathException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void check(Path file, int forbidden) throws IOException {
        Map<String, Object> attributes =
                Files.readAttributes(
                        file, "unix:uid,mode,owner,isDirectory", LinkOption.NOFOLLOW_LINKS);
        long owner = number(attributes, "uid");
        int mode = (int) number(attributes, "mode");
        if (owner != ROOT && !CurrentUser.get().equals(attributes.get("owner"))) {
            throw new UntrustedPathException(file + " belongs to user " + attributes.get("owner"));
        }
        boolean isShared =
                Boolean.TRUE.equals(attributes.get("isDirectory")) && hasBit(mode, STICKY);
        if (hasBit(mode, forbidden) && !isShared) {
            throw new UntrustedPathException(
                    "%s can be written by other users (mode %04o)".formatted(file, mode & 07777));
        }
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name))).longValue();
    }

    private static boolean hasBit(int mode, int bits) {
        return (mode & bits) != 0;
    }
}
