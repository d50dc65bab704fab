package dev.nudge.daemon;

import dev.nudge.store.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The lock that makes this process the daemon of a state directory. The kernel releases it when
/// the process ends, however it ends.
record DaemonLock(Path file, Object key, FileChannel channel, FileLock lock)
        implements AutoCloseable {
    /// Takes the lock without waiting; empty if another process has it.
    static Optional<DaemonLock> tryAcquire(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        AtomicFile.PRIVATE_FILE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new DaemonLock(file, key(file), channel, lock));
    }

    /// Returns whether the locked file still has its name, so that others would lock the same one.
    boolean isStanding() {
        try {
            return key(file).equals(key);
        } catch (NoSuchFileException gone) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static Object key(Path file) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
