package dev.nudge.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Checks that no other user can have put a file in its place, or can do so later. A client that
/// connects to a socket sends the whole environment, and may run what the answer says; and what
/// lies in the state directory is run.
///
/// The path itself, every directory on the way to it and every symbolic link on that way have to
/// belong to this user or root, and nobody else may be able to write there. A directory that others
/// can write to is safe if it is sticky, as `/tmp` is: what is on the way through it cannot be
/// renamed or removed by them, since it belongs to this user or root. A group of which this user is
/// the only member counts as this user. In a user namespace without root, as `unshare -c` makes
/// one, all files of root, and those of all other users, belong to "nobody": there, the directories
/// that are root's on every system count as root's.
public final class TrustedPath {
    private static final long ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int WRITABLE = WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP;
    private static final int STICKY = 01000;

    /// The limit of the kernel (path_resolution(7)).
    private static final int MOST_LINKS = 40;

    private static final Path MAPPED_USERS = Path.of("/proc/self/uid_map");
    private static final Path NOBODY = Path.of("/proc/sys/kernel/overflowuid");

    /// Directories, or links in their place, that only root can have made.
    private static final Set<String> OF_ROOT =
            Set.of(
                    "/ /home /run /run/user /tmp /var /var/home /var/lib /var/run /var/tmp"
                            .split(" "));

    private TrustedPath() {}

    /// Thrown when another user could be behind a path. The message says which user or why, without
    /// a full stop.
    public static final class UntrustedPathException extends IOException {
        private static final long serialVersionUID = 1L;

        UntrustedPathException(String message) {
            super(message);
        }
    }

    /// Returns whether a user id stands for root and all users unknown to this user namespace.
    private static boolean standsForRoot(long user) {
        // Read in one piece: anywhere but at the start, the kernel returns nothing.
        try (InputStream nobody = Files.newInputStream(NOBODY)) {
            return user == Long.parseLong(new String(nobody.readNBytes(20), US_ASCII).strip())
                    && Files.readAllLines(MAPPED_USERS).stream()
                            .noneMatch(line -> line.strip().startsWith(ROOT + " "));
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    /// Resolves and checks the path of a socket, which its group may write to.
    ///
    /// @throws UntrustedPathException if somebody else could be behind it; the message says who
    /// @throws IOException if there is no such file
    public static Path resolve(Path path) throws IOException {
        return walk(path, WRITABLE_BY_OTHERS);
    }

    /// Ensures that a directory belongs to this user, and that nobody else can write there, even if
    /// it is sticky. If it does not exist, the existing part of the way to it is checked.
    ///
    /// @throws UntrustedPathException if somebody else could put something there; the message says
    ///   who
    /// @throws IOException if that cannot be found out
    public static void requireOwnDirectory(Path directory) throws IOException {
        Path real;
        try {
            real = walk(directory, WRITABLE);
        } catch (NoSuchFileException | NotDirectoryException _) {
            return;
        }
        Place place = Place.of(real);
        place.requireOwner(false);
        place.requireClosed(WRITABLE, false);
    }

    /// Returns why the path of a socket cannot be trusted; empty if it can, or if nothing is there.
    public static Optional<String> objection(Path path) {
        return objection(path, WRITABLE_BY_OTHERS);
    }

    /// Returns the same as [#objection(Path)] for a file that not even its group may write to.
    public static Optional<String> objectionToFile(Path path) {
        return objection(path, WRITABLE);
    }

    private static Optional<String> objection(Path path, int forbidden) {
        try {
            walk(path, forbidden);
            return Optional.empty();
        } catch (UntrustedPathException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Follows the path as the kernel does, and checks everything on the way.
    ///
    /// @param forbidden the mode bits that the file at the end may not have
    private static Path walk(Path path, int forbidden) throws IOException {
        Path top = Objects.requireNonNull(path.toAbsolutePath().getRoot());
        Deque<Path> ahead = new ArrayDeque<>();
        path.toAbsolutePath().forEach(ahead::add);
        Path here = top;
        Place.of(top).requireTrust(forbidden);
        int links = 0;
        while (!ahead.isEmpty()) {
            Path name = ahead.remove();
            if (name.toString().equals("..")) {
                here = Objects.requireNonNullElse(here.getParent(), top);
                continue;
            }
            Place next = Place.of(here.resolve(name).normalize());
            if (!ahead.isEmpty() && !next.isOnTheWay()) {
                throw new NotDirectoryException(next.path().toString());
            }
            next.requireTrust(forbidden);
            if (!next.isLink()) {
                here = next.path();
                continue;
            }
            if (++links > MOST_LINKS) {
                throw new FileSystemLoopException(path.toString());
            }
            Path target = Files.readSymbolicLink(next.path());
            Deque<Path> way = new ArrayDeque<>();
            target.forEach(way::add);
            way.descendingIterator().forEachRemaining(ahead::addFirst);
            here = target.isAbsolute() ? top : here;
        }
        return here;
    }

    private record Place(Path path, Map<String, Object> attributes) {
        static Place of(Path path) throws IOException {
            return new Place(
                    path,
                    Files.readAttributes(
                            path,
                            "unix:uid,gid,mode,owner,isDirectory,isSymbolicLink",
                            LinkOption.NOFOLLOW_LINKS));
        }

        boolean isLink() {
            return is("isSymbolicLink");
        }

        boolean isOnTheWay() {
            return is("isDirectory") || isLink();
        }

        void requireTrust(int forbidden) throws UntrustedPathException {
            requireOwner(true);
            if (is("isDirectory")) {
                requireClosed(WRITABLE, true);
            } else if (!isLink()) {
                requireClosed(forbidden, false);
            }
        }

        void requireOwner(boolean mayBeRoot) throws UntrustedPathException {
            boolean isOwn = CurrentUser.get().equals(attributes.get("owner"));
            if (!isOwn && !(mayBeRoot && isOfRoot())) {
                throw new UntrustedPathException(
                        path + " belongs to user " + attributes.get("owner"));
            }
        }

        private boolean isOfRoot() {
            long owner = number("uid");
            return owner == ROOT || (OF_ROOT.contains(path.toString()) && standsForRoot(owner));
        }

        void requireClosed(int forbidden, boolean isSafeIfSticky) throws UntrustedPathException {
            int open = (int) number("mode") & forbidden;
            if (open == 0 || (isSafeIfSticky && (number("mode") & STICKY) != 0)) {
                return;
            }
            if (open == WRITABLE_BY_GROUP && PrivateGroup.isOf(path, (int) number("gid"))) {
                return;
            }
            throw new UntrustedPathException(
                    "%s can be written by other users (mode %04o)"
                            .formatted(path, number("mode") & 07777));
        }

        private boolean is(String attribute) {
            return Boolean.TRUE.equals(attributes.get(attribute));
        }

        private long number(String attribute) {
            return ((Number) Objects.requireNonNull(attributes.get(attribute))).longValue();
        }
    }
}
