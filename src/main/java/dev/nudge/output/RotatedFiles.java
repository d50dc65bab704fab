package dev.nudge.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the files that had the name of a followed file before: rotation has renamed them, in the
/// same directory. Not thread-safe.
final class RotatedFiles {
    /// What rotation adds to a name: a number or a date.
    private static final String ADDED = "[._-]\\d[\\dTZ:._-]*";

    /// A directory that was changed so recently may change again within one tick of its clock.
    private static final Duration RECENT = Duration.ofSeconds(1);

    private static final int LOOKS = 10;

    private final Path folder;
    private final Predicate<String> isRotated;

    /// When the directory was last changed before a look that found nothing.
    private Instant nothingSince = Instant.MIN;

    RotatedFiles(Path file) {
        this.folder = folder(file);
        String name = Pattern.quote(file.getFileName().toString());
        this.isRotated = Pattern.compile(name + ADDED).asMatchPredicate();
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling(".");
    }

    /// Returns a moment after which every new file in the directory of a file is created.
    static Instant lastChange(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(folder(file)).toInstant().minusNanos(1);
        } catch (NoSuchFileException e) {
            return Instant.EPOCH;
        }
    }

    /// Returns the file in which a position is, whatever its name is now.
    Optional<SeenFile> holder(FilePosition position) {
        return settled(() -> first(_ -> true, position::isIn));
    }

    /// Returns the oldest rotated file that was created after the file of a position: it had the
    /// name only between two looks. Empty if the file of the position has been removed, since a
    /// later one may be a copy of it.
    Optional<SeenFile> after(FilePosition position) {
        Instant change = change();
        if (change.equals(nothingSince)) {
            return Optional.empty();
        }
        Predicate<SeenFile> isAfter =
                f -> !f.key().equals(position.file()) && f.born().isAfter(position.since());
        Optional<SeenFile> next = settled(() -> first(isRotated, isAfter));
        if (next.isEmpty()) {
            nothingSince = change.isBefore(Instant.now().minus(RECENT)) ? change : Instant.MIN;
        }
        return next.filter(_ -> position.file().isEmpty() || holder(position).isPresent());
    }

    /// Returns when the directory was last changed; if that is unknown, a time with which [#after]
    /// always looks.
    private Instant change() {
        try {
            return Files.getLastModifiedTime(folder).toInstant();
        } catch (IOException e) {
            return Instant.MAX;
        }
    }

    /// Looks until two looks have the same result: a file that is renamed during a look can be
    /// missed.
    private static Optional<SeenFile> settled(Supplier<Optional<SeenFile>> look) {
        Optional<SeenFile> last = look.get();
        for (int i = 1; i < LOOKS; i++) {
            Optional<SeenFile> now = look.get();
            if (now.map(SeenFile::key).equals(last.map(SeenFile::key))) {
                return now;
            }
            last = now;
        }
        return last;
    }

    private Optional<SeenFile> first(Predicate<String> names, Predicate<SeenFile> files) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(f -> names.test(f.getFileName().toString()))
                    .flatMap(RotatedFiles::regular)
                    .filter(files)
                    .min(Comparator.comparing(SeenFile::born));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Stream<SeenFile> regular(Path file) {
        try {
            return SeenFile.at(file).filter(SeenFile::isRegular).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /// A file as it was at one moment.
    ///
    /// @param key the file's identity, as the system tells files apart. A new file may get that of
    ///   a removed one
    /// @param born when it was created, or last modified if the file system does not know
    record SeenFile(
            Path path, String key, long size, boolean isRegular, Instant born, Instant modified) {

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

        /// Opens the file; the caller closes the channel. Empty if the name belongs to another file
        /// by now, or to none. Fails if it is not a regular file: a pipe or a device would block.
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
            try (SeekableByteChannel channel = open().orElse(null)) {
                return channel == null
                        ? new byte[0]
                        : Channels.newInputStream(channel.position(from)).readNBytes(count);
            } catch (IOException e) {
                return new byte[0];
            }
        }
    }
}
