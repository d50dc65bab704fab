package dev.nudge.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/// Replaces whole files so that a reader, or a crash, sees either the old content or the new, never
/// a mixture.
public final class AtomicFile {
    /// The mode 0600 for a file that is created.
    public static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final Set<StandardOpenOption> WRITE =
            Set.of(
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE);

    private AtomicFile() {}

    /// Writes the content, mode 0600: temporary file in the same directory, fsync, rename, fsync of
    /// the directory. Not for two writers of one file at once.
    public static void replace(Path file, byte[] content) throws IOException {
        replaceEventually(file, content);
        sync(file.resolveSibling("."));
    }

    /// As [#replace], without fsync of the directory: after a loss of power, either the new content
    /// is there or the old one, whole.
    public static void replaceEventually(Path file, byte[] content) throws IOException {
        replace(file, content, true);
    }

    /// Like [#replace], without fsync: survives the end of any process, but not that of the
    /// machine.
    public static void replaceUnsynced(Path file, byte[] content) throws IOException {
        replace(file, content, false);
    }

    /// Writes a new file in one go, mode 0600, for one that nobody reads before all of it is there.
    static void writeUnsynced(Path file, byte[] content) throws IOException {
        write(file, content, false);
    }

    /// Like [#replaceUnsynced]; but on a full disk, where that is impossible, overwrites an old
    /// file within the space it has. Only for content that a reader can tell from a torn one.
    public static void replaceAnyhow(Path file, byte[] content) throws IOException {
        try {
            replaceUnsynced(file, content);
        } catch (IOException full) {
            byte[] padded =
                    Arrays.copyOf(content, (int) Math.max(content.length, Files.size(file)));
            Arrays.fill(padded, content.length, padded.length, (byte) ' ');
            Files.write(file, padded, StandardOpenOption.WRITE);
        }
    }

    private static void replace(Path file, byte[] content, boolean isSynced) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            write(temporary, content, isSynced);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    private static void write(Path file, byte[] content, boolean isSynced) throws IOException {
        try (FileChannel channel = FileChannel.open(file, WRITE, PRIVATE_FILE)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            if (isSynced) {
                channel.force(true);
            }
        }
    }

    /// Makes the names in a directory durable, or the content of a file. Blocks until the disk has
    /// it.
    static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
