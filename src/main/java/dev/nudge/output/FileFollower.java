package dev.nudge.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows the lines that are added to a file, by its name: a file that is replaced (rotated) is
/// read to its end and then its successor from the start, one that is emptied from the start, and
/// one that does not exist is waited for. For one thread.
public final class FileFollower implements AutoCloseable {
    private static final int BLOCK = 64 << 10;

    /// Most bytes of a line that are looked at.
    private static final int LONGEST = 16 << 10;

    private final Path file;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private @Nullable SeekableByteChannel channel;
    private Position position;

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
            return new Position(String.valueOf(now.fileKey()), now.size());
        } catch (NoSuchFileException e) {
            return Position.START;
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    /// Returns the whole lines that have been added since the last call, without their line ends;
    /// at most some hundred KiB of them.
    ///
    /// @return empty if there are none, also because there is no file
    public List<String> poll() throws IOException {
        if (channel == null && !open()) {
            return List.of();
        }
        List<String> lines = read();
        if (!lines.isEmpty() || !isReplaced()) {
            return lines;
        }
        List<String> rest = new ArrayList<>(lastLine().stream().toList());
        close();
        position = Position.START;
        rest.addAll(open() ? read() : List.of());
        return rest;
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
        try {
            channel = Files.newByteChannel(file);
        } catch (NoSuchFileException e) {
            return false;
        }
        String key = String.valueOf(attributes(file).fileKey());
        boolean isSame = key.equals(position.file()) && channel.size() >= position.offset();
        position = new Position(key, isSame ? position.offset() : 0);
        channel.position(position.offset());
        line.reset();
        return true;
    }

    private List<String> read() throws IOException {
        SeekableByteChannel open = channel;
        if (open == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        for (int blocks = 0; blocks < 4 && lines.isEmpty(); blocks++) {
            block.clear();
            if (open.read(block) <= 0) {
                break;
            }
            block.flip();
            split(open.position() - block.limit(), lines);
        }
        return lines;
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

    private String text() {
        return line.toString(StandardCharsets.UTF_8);
    }

    /// Whether the name means another file now, or the file is shorter than what was read of it.
    private boolean isReplaced() throws IOException {
        SeekableByteChannel open = channel;
        try {
            BasicFileAttributes now = attributes(file);
            return !String.valueOf(now.fileKey()).equals(position.file())
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
