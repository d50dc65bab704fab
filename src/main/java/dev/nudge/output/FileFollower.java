package dev.nudge.output;

import dev.nudge.output.RotatedFiles.SeenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Follows the lines added to a file, by its name. If the file is replaced (rotated), it is read to
/// its end. Then the files that have had the name since are read, each from its start, even if they
/// were rotated between two looks. A file is left only when the next one has content, since a
/// writer may continue in the renamed file for a while. If a file is emptied, it is read from the
/// start; if it does not exist, it is waited for. Not thread-safe.
public final class FileFollower implements AutoCloseable {
    private static final int BLOCK = 64 << 10;

    /// The most blocks that one look reads, so that other files get their turn.
    private static final int MOST_BLOCKS = 64;

    public static final String SIZELESS =
            "it has content but reports size 0, as the files in /proc do, so nobody can tell what is new in it. Run a command that reads it again and again, and watch its output";

    private final Path file;
    private final RotatedFiles rotated;
    private final ByteBuffer block = ByteBuffer.allocate(FilePosition.KNOWN + BLOCK);
    private final LineSplitter splitter;
    private @Nullable SeekableByteChannel channel;
    private FilePosition position;

    /// The offset up to which the open file has been read, also within a line.
    private long offset;

    /// The bytes before that offset, at most [FilePosition#KNOWN].
    private byte[] known = {};

    /// @param from where to continue; counts only if that file is still there, whatever its name
    /// @param wanted returns the part of a line to pass on; empty to leave the line out. A line of
    ///   more than 1 MiB comes in pieces, until a part of one is wanted
    public FileFollower(Path file, FilePosition from, Function<String, Optional<String>> wanted) {
        this.splitter = new LineSplitter(wanted);
        this.file = file;
        this.rotated = new RotatedFiles(file);
        this.position = from;
    }

    /// What is left to read after a look.
    public enum Left {
        /// Also if there is no such file.
        NOTHING,
        /// Perhaps.
        MORE,
        /// The file has other content than before, as some of those in `/sys` have at each look.
        OTHER
    }

    /// The result of one look.
    ///
    /// @param lines the wanted parts of new lines
    public record Polled(List<String> lines, Left left) {
        private static final Polled END = new Polled(List.of(), Left.NOTHING);

        public boolean isAtEnd() {
            return left == Left.NOTHING;
        }
    }

    /// Returns some of the whole lines added since the last call. The first lines of a file come
    /// only after [#position] has been in that file since an earlier call. Fails also if the file
    /// is not a regular one, since a pipe or a device would block, or if it reports no size.
    public Polled poll() throws IOException {
        if (channel == null) {
            return new Polled(List.of(), open() ? Left.MORE : Left.NOTHING);
        }
        Polled polled = read();
        Optional<SeenFile> next = polled.isAtEnd() ? next() : Optional.empty();
        if (next.isEmpty()) {
            return polled;
        }
        // The rest, written before the next file appeared.
        Polled rest = read();
        if (!rest.isAtEnd()) {
            return rest;
        }
        List<String> last = lastLine().stream().toList();
        return open(next.get()) ? new Polled(last, Left.MORE) : Polled.END;
    }

    /// Returns the wanted part of the text after the last line end. [#poll] returns it again only
    /// once the line is whole.
    public Optional<String> lastLine() {
        return splitter.rest();
    }

    public FilePosition position() {
        return position;
    }

    private boolean open() throws IOException {
        Optional<SeenFile> named = SeenFile.at(file);
        if (!position.file().isEmpty()) {
            Optional<SeenFile> begun =
                    named.filter(position::isIn).or(() -> rotated.holder(position));
            if (begun.isPresent()) {
                return open(begun.get());
            }
            position = FilePosition.START; // that file has been removed
        }
        Optional<SeenFile> first = rotated.after(position).or(() -> named);
        return first.isPresent() && open(first.get());
    }

    private boolean open(SeenFile next) throws IOException {
        Optional<SeekableByteChannel> opened = next.open();
        if (opened.isEmpty()) {
            return false;
        }
        close();
        channel = opened.get();
        if (isSizeless(opened.get())) {
            throw new IOException(SIZELESS);
        }
        begin(next.key().equals(position.file()) ? position : FilePosition.startOf(next));
        return true;
    }

    private void begin(FilePosition at) {
        position = at;
        offset = at.offset();
        known = at.known();
        splitter.reset();
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

    private Optional<SeenFile> next() throws IOException {
        Optional<SeenFile> named = SeenFile.at(file);
        if (named.filter(f -> f.key().equals(position.file())).isPresent()) {
            return Optional.empty();
        }
        Optional<SeenFile> missed = rotated.after(position);
        return missed.isPresent() ? missed : named.filter(f -> !f.isRegular() || f.size() > 0);
    }

    private Polled read() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int blocks = 0; blocks < MOST_BLOCKS && lines.isEmpty(); blocks++) {
            fill();
            if (!FilePosition.isSame(known, block.array(), block.limit())) {
                // The file is shorter now than the part read, or has other content: start over.
                List<String> rest = lastLine().stream().toList();
                begin(position.movedTo(0));
                return new Polled(rest, Left.OTHER);
            }
            if (block.limit() == known.length) {
                return Polled.END;
            }
            split(lines);
        }
        return new Polled(lines, Left.MORE);
    }

    /// Reads the known bytes again together with what follows: if they are unchanged, the file has
    /// not been emptied in between.
    private void fill() throws IOException {
        SeekableByteChannel open = Objects.requireNonNull(channel);
        block.clear();
        open.position(offset - known.length);
        open.read(block);
        block.flip();
    }

    private void split(List<String> lines) throws IOException {
        byte[] bytes = block.array();
        int to = block.limit();
        long start = offset - known.length;
        int end = splitter.split(bytes, known.length, to, lines);
        if (end > known.length) {
            position = position.movedTo(start + end).knowing(bytes, end);
        }
        offset = start + to;
        known = Arrays.copyOfRange(bytes, Math.max(0, to - FilePosition.KNOWN), to);
    }

    @Override
    public void close() throws IOException {
        SeekableByteChannel open = channel;
        channel = null;
        splitter.reset();
        if (open != null) {
            open.close();
        }
    }
}
