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

/// Follows the lines that are added to a file, by its name: a file that is replaced (rotated) is
/// read to its end and then its successor from the start, also if that has happened before it was
/// looked at again; one that is emptied from the start, and one that does not exist is waited for.
/// For one thread.
public final class FileFollower implements AutoCloseable {
    private static final int BLOCK = 64 << 10;

    /// Blocks that are read at most before others get their turn.
    private static final int MOST_BLOCKS = 64;

    /// Says that a file cannot be followed.
    public static final String SIZELESS =
            "it has content but reports size 0, as the files in /proc do, so nobody can tell what is new in it. Run a command that reads it again and again, and watch its output";

    /// Most bytes of a line that are looked at.
    private static final int LONGEST = 16 << 10;

    private final Path file;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private @Nullable SeekableByteChannel channel;
    private Position position;
    private boolean isNew = true;

    /// How far a file has been read.
    ///
    /// @param file which file it was, as the system tells files apart; empty if there was none yet
    /// @param offset behind the last whole line
    public record Position(String file, long offset) {
        /// The start of whatever file there will be.
        public static final Position START = new Position("", 0);
    }

    /// @param from where to go on; counts only if it is still the same file
    public FileFollower(Path file, Position from) {
        this.file = file;
        this.position = from;
    }

    /// Returns the present end of a file; the start if there is none.
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

    /// What one look has found.
    ///
    /// @param lines without their line ends
    /// @param isAtEnd whether nothing more stands in the file, or there is none
    public record Polled(List<String> lines, boolean isAtEnd) {
        private static final Polled END = new Polled(List.of(), true);
    }

    /// Looks for whole lines that have been added since the last call, and returns some of them.
    ///
    /// @throws IOException also if it is not a regular file: a pipe or a device would have to be
    ///   waited for; or if it is one that reports no size
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

    /// Returns what stands behind the last line end, if anything does; it is not returned again by
    /// [#poll] before it is a whole line.
    public Optional<String> lastLine() {
        return line.size() == 0 ? Optional.empty() : Optional.of(text());
    }

    /// Returns how far it has come.
    public Position position() {
        return position;
    }

    private boolean open() throws IOException {
        return open(isNew ? begun() : file);
    }

    /// Returns the file at which an earlier follower has come to its position: if it was rotated
    /// since, it lies under another name in the same directory.
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

    /// Whether this is a file that has content and reports size 0, as those in `/proc` do: what is
    /// new in it cannot be told from what is old.
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

    /// The start of a very long line ends with a whole character.
    private String text() {
        byte[] bytes = line.toByteArray();
        int cut = bytes.length < LONGEST ? 0 : Utf8.unfinished(bytes, 0, bytes.length);
        return new String(bytes, 0, bytes.length - cut, StandardCharsets.UTF_8);
    }

    /// Whether the name means another file now, or the file is shorter than what was read of it.
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
