package dev.nudge.store;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The part of a job's output log that was given back to the file system: its bytes read as zeros.
/// It is recorded beside the log.
///
/// @param from offset of its first byte
/// @param to offset behind its last byte; equal to `from` if there is no hole
public record LogHole(long from, long to) {
    /// No hole at all.
    public static final LogHole NONE = new LogHole(0, 0);

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /// Reads which part of a log was given back; empty if none was, or it is no longer in the log.
    public static Optional<LogHole> read(Path log) {
        return recorded(log).filter(hole -> hole.isIn(log));
    }

    private static Optional<LogHole> recorded(Path log) {
        Path record = JobDirectory.hole(log);
        if (!Files.exists(record)) {
            return Optional.empty(); // far cheaper than an exception
        }
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(record), LogHole.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /// Gives this part of a log back. It is recorded first, so that a reader never takes the zeros
    /// of the hole for output; only if the disk is full is it recorded afterwards, in the space
    /// that the hole frees.
    ///
    /// @throws IOException if that is impossible; nothing is lost then
    public void punch(Path log) throws IOException {
        Optional<LogHole> before = read(log);
        try {
            record(log);
        } catch (IOException full) {
            giveBack(log);
            record(log);
            return;
        }
        try {
            giveBack(log);
        } catch (IOException e) {
            if (before.isPresent()) {
                before.get().record(log);
            } else {
                Files.deleteIfExists(JobDirectory.hole(log));
            }
            throw e;
        }
    }

    private void record(Path log) throws IOException {
        AtomicFile.replaceUnsynced(JobDirectory.hole(log), JSON.writeValueAsBytes(this));
    }

    /// Gives these blocks of a file back to the file system, using fallocate(1) of util-linux,
    /// without a record. The file keeps its length, so offsets stay valid and a writer notices
    /// nothing. Blocks for some milliseconds.
    ///
    /// @throws IOException if the file system cannot do it, or fallocate is missing
    public void giveBack(Path file) throws IOException {
        String where = "--offset=" + from;
        String length = "--length=" + (to - from);
        ShortProgram.Result result =
                new ShortProgram(LIMIT, "fallocate", "--punch-hole", where, length, file.toString())
                        .run("");
        if (!result.isSuccess()) {
            throw new IOException(result.said());
        }
    }

    /// Forgets the part that was given back if it is no longer in the log, because that was
    /// emptied: otherwise, as soon as the log is that long again, what is there would be taken for
    /// the hole.
    public static void forgetLost(Path log) throws IOException {
        if (recorded(log).filter(hole -> !hole.isIn(log)).isPresent()) {
            Files.deleteIfExists(JobDirectory.hole(log));
        }
    }

    /// Whether it can be in a log: in one that was emptied since, and does not reach as far, it is
    /// not. In one whose length cannot be read it can.
    public boolean isIn(Path log) {
        try {
            return to <= Files.size(log);
        } catch (IOException e) {
            return true;
        }
    }

    /// Counts its bytes between two offsets.
    public long within(long first, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(first, from));
    }
}
