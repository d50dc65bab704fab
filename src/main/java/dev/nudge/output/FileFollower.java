package dev.nudge.output;

import dev.nudge.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Follows the lines added to a file, by its name. If the file is replaced (rotated), it is read to
/// its end, then its successor from the start, even if it was replaced between two looks. If it is
/// emptied, it is read from the start; if it does not exist, it is waited for. Not thread-safe.
public final class FileFollower implements AutoCloseable {
    private static final int BLOCK = 64 << 10;

    /// The most blocks read before others get their turn.
    private static final int MOST_BLOCKS = 64;

    /// The reason why a file cannot be followed.
    public static final String SIZELESS =
            "it has content but reports size 0, as the files in /proc do, so nobody can tell what is new in it. Run a command that reads it again and again, and watch its output";

    /// The most bytes of a line that are looked at.
    private static final int LONGEST = 16 << 10;

    private final Path file;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private @Nullable SeekableByteChannel channel;
    private Position position;
    private boolean isNew = true;

    /// The place up to which a file has been read.
    ///
    /// @param file the file's identity, as the system tells files apart; empty if there was none
    ///   yet
    /// @param offset after the last whole line
    public record Position(String file, long offset) {
        /// The start of the file, whichever file that will be.
        public static final Position START = new Position("", 0);
    }

    /// @param from where to continue; counts only if it is still the same file
    public FileFollower(Path file, Position from) {
        this.file = file;
        this.position = from;
    }

    /// Returns the current end of a file; the start if it does not exist.
    public static Position end(Path file) throws IOException {
        try {
            BasicFileAttributes now = attributes(file);
            return new Position(key(now), now.size());
        } catch (NoSuchFileException e) {
            return Position.START;
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    /// The result of one look.
    ///
    /// @param lines without their line ends
    /// @param isAtEnd whether the file contains nothing more, or does not exist
    public record Polled(List<String> lines, boolean isAtEnd) {
        private static final Polled END = new Polled(List.of(), true);
    }

    /// Returns some of the whole lines added since the last call.
    ///
    /// @throws IOException also if it is not a regular file, since a pipe or a device would block,
    ///   or if it reports no size
    public Polled poll() throws IOException {
        if (channel == null && !open()) {
            return Polled.END;
        }
        Polled polled = read();
        if (!polled.isAtEnd() || !isReplaced()) {
            return polled;
        }
        List<String> rest = new ArrayList<>(polled.lines());
        rest.addAll(lastLine().stream().toList());
        close();
        position = Position.START;
        if (open()) {
            rest.addAll(read().lines());
        }
        return new Polled(rest, false);
    }

    /// Returns the text after the last line end, if any. [#poll] returns it again only as a whole
    /// line.
    public Optional<String> lastLine() {
        return line.size() == 0 ? Optional.empty() : Optional.of(text());
    }

    /// Returns how far the file has been read.
    public Position position() {
        return position;
    }

    private boolean open() throws IOException {
        return open(isNew ? begun() : file);
    }

    /// Returns the file in which an earlier follower reached its position. If it has been rotated
    /// since, it has another name in the same directory.
    private Path begun() throws IOException {
        isNew = false;
        if (position.file().isEmpty() || position.equals(end(file))) {
            return file;
        }
        try (Stream<Path> siblings = Files.list(file.toAbsolutePath().getParent())) {
            return siblings.filter(this::isBegun).findFirst().orElse(file);
        } catch (IOException | UncheckedIOException cannotBeListed) {
            return file;
        }
    }

    private boolean isBegun(Path sibling) {
        try {
            BasicFileAttributes now = attributes(sibling);
            return now.isRegularFile()
                    && key(now).equals(position.file())
                    && now.size() >= position.offset();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean open(Path file) throws IOException {
        try {
            BasicFileAttributes before = attributes(file);
            if (!before.isRegularFile()) {
                throw new IOException("it is not a regular file");
            }
            channel = Files.newByteChannel(file);
            if (isSizeless(channel)) {
                throw new IOException(SIZELESS);
            }
            if (!key(before).equals(key(attributes(file)))) {
                close(); // it was replaced in between
                return false;
            }
            begin(key(before));
            return true;
        } catch (NoSuchFileException e) {
            close();
            return false;
        }
    }

    /// Returns whether a file has content but reports size 0, as those in `/proc` do: new content
    /// cannot be told from old.
    public static boolean isSizeless(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return isSizeless(channel);
        }
    }

    private static boolean isSizeless(SeekableByteChannel open) throws IOException {
        return open.size() == 0
                && open.position(0).read(ByteBuffer.allocate(1)) > 0
                && open.size() == 0; // else it was written to in between
    }

    private static String key(BasicFileAttributes file) {
        return String.valueOf(file.fileKey());
    }

    private void begin(String key) throws IOException {
        SeekableByteChannel open = Objects.requireNonNull(channel);
        boolean isSame = key.equals(position.file()) && open.size() >= position.offset();
        position = new Position(key, isSame ? position.offset() : 0);
        open.position(position.offset());
        line.reset();
    }

    private Polled read() throws IOException {
        SeekableByteChannel open = Objects.requireNonNull(channel);
        List<String> lines = new ArrayList<>();
        for (int blocks = 0; blocks < MOST_BLOCKS && lines.isEmpty(); blocks++) {
            block.clear();
            if (open.read(block) <= 0) {
                return Polled.END;
            }
            block.flip();
            split(open.position() - block.limit(), lines);
        }
        return new Polled(lines, false);
    }

    private void split(long start, List<String> lines) {
        while (block.hasRemaining()) {
            byte b = block.get();
            if (b == '\n') {
                lines.add(text());
                line.reset();
                position = new Position(position.file(), start + block.position());
            } else if (line.size() < LONGEST) {
                line.write(b);
            }
        }
    }

    /// Returns the line as text; the start of a very long line ends with a whole character.
    private String text() {
        byte[] bytes = line.toByteArray();
        int cut = bytes.length < LONGEST ? 0 : Utf8.unfinished(bytes, 0, bytes.length);
        return new String(bytes, 0, bytes.length - cut, StandardCharsets.UTF_8);
    }

    /// Returns whether the name now means another file, or the file is shorter than the part read.
    private boolean isReplaced() throws IOException {
        SeekableByteChannel open = channel;
        try {
            BasicFileAttributes now = attributes(file);
            return !key(now).equals(position.file())
                    || (open != null && now.size() < open.position());
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        SeekableByteChannel open = channel;
        channel = null;
        line.reset();
        if (open != null) {
            open.close();
        }
    }
}
