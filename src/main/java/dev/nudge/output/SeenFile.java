package dev.nudge.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/// A file as it was at one moment.
///
/// @param key the file's identity, as the system tells files apart. A new file may get that of a
///   removed one
/// @param born when it was created, or last modified if the file system does not know
record SeenFile(
        Path path, String key, long size, boolean isRegular, Instant born, Instant modified) {

    /// Looks at a file; empty if it does not exist.
    static Optional<SeenFile> at(Path path) throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return Optional.of(
                    new SeenFile(
                            path,
                            String.valueOf(now.fileKey()),
                            now.size(),
                            now.isRegularFile(),
                            now.creationTime().toInstant(),
                            now.lastModifiedTime().toInstant()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Opens the file. The caller closes the channel.
    ///
    /// @return empty if the name belongs to another file by now, or to none
    /// @throws IOException also if it is not a regular file, since a pipe or a device would block
    Optional<SeekableByteChannel> open() throws IOException {
        if (!isRegular) {
            throw new IOException("it is not a regular file");
        }
        try {
            SeekableByteChannel channel = Files.newByteChannel(path);
            if (at(path).filter(now -> now.key().equals(key)).isPresent()) {
                return Optional.of(channel);
            }
            channel.close();
            return Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// Reads up to `count` bytes; none if the file cannot be read now.
    byte[] read(long from, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        try (SeekableByteChannel channel = open().orElse(null)) {
            if (channel != null) {
                channel.position(from).read(bytes);
            }
        } catch (IOException e) {
            bytes.clear();
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
