package dev.nudge.store;

import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The times at which a job's output was written: marks that record how long the log was at a time,
/// one line a mark, seconds and bytes. If there are too many marks, the older half is thinned out,
/// so that the past becomes less precise and the file stays small.
public final class LogTimes {
    private static final String NAME = "output.times";
    private static final Set<StandardOpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    private static final Pattern MARK = Pattern.compile("(\\d{1,18}) (\\d{1,18})");

    /// The maximum number of marks that are kept, at some 20 bytes each.
    static final int MOST = 4096;

    private final Path file;

    private LogTimes(Path file) {
        this.file = file;
    }

    /// The length of the log at one time.
    ///
    /// @param second since 1970
    public record Mark(long second, long size) {
        String line() {
            return second + " " + size + "\n";
        }
    }

    public static LogTimes of(Path output) {
        return new LogTimes(output.resolveSibling(NAME));
    }

    /// Returns how long the log was at the last mark; 0 if there is none.
    public long lastSize() throws IOException {
        List<Mark> marks = marks();
        return marks.isEmpty() ? 0 : marks.getLast().size();
    }

    public void add(Instant now, long size) throws IOException {
        Mark mark = new Mark(now.getEpochSecond(), size);
        try (FileChannel channel = FileChannel.open(file, APPEND, AtomicFile.PRIVATE_FILE)) {
            channel.write(ByteBuffer.wrap(Bytes.of(mark.line())));
        }
        if (Files.size(file) > MOST * (long) mark.line().length()) {
            thinOut();
        }
    }

    private void thinOut() throws IOException {
        List<Mark> marks = marks();
        List<String> left = new ArrayList<>();
        for (int i = 0; i < marks.size(); i++) {
            if (i >= marks.size() / 2 || i % 2 == 0) {
                left.add(marks.get(i).line());
            }
        }
        AtomicFile.replaceUnsynced(file, Bytes.of(String.join("", left)));
    }

    /// Returns the offset of the first byte that may have been written after this time: exact to
    /// the second while a daemon ran and where the marks are not thinned out, else earlier, never
    /// later.
    public long offsetAfter(Instant time) throws IOException {
        long offset = 0;
        for (Mark mark : marks()) {
            if (mark.second() >= time.getEpochSecond()) {
                break;
            }
            offset = mark.size();
        }
        return offset;
    }

    /// Returns the marks, oldest first.
    public List<Mark> marks() throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(MARK::matcher).filter(Matcher::matches).map(LogTimes::mark).toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    private static Mark mark(Matcher line) {
        return new Mark(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)));
    }
}
