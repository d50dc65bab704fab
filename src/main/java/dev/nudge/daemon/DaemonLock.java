package dev.nudge.daemon;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/// The right to be the daemon of a state directory. The kernel takes it back when the process ends,
/// however it ends.
final class DaemonLock implements AutoCloseable {
    private final FileChannel channel;
    private final FileLock lock;

    private DaemonLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /// Takes the lock without waiting; empty if another process has it.
    static Optional<DaemonLock> tryAcquire(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new DaemonLock(channel, lock));
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
