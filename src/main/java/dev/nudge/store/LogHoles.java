package dev.nudge.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The records of the parts of output logs that were given back to the file system, each beside its
/// log.
public final class LogHoles {
    private static final JsonMapper JSON = JsonMapper.shared();

    private LogHoles() {}

    /// Reads which part of a log was given back; empty if none was, or if that part is no longer in
    /// the log.
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

    /// Gives a part of a log back. It is recorded first, so that a reader never takes the zeros of
    /// the hole for output; only if the disk is full is it recorded afterwards, in the space that
    /// the hole frees.
    ///
    /// @throws IOException if that is impossible; nothing is lost then
    static void punch(Path log, LogHole hole) throws IOException {
        Optional<LogHole> before = read(log);
        try {
            record(log, hole);
        } catch (IOException full) {
            HolePunch.punch(log, hole);
            record(log, hole);
            return;
        }
        try {
            HolePunch.punch(log, hole);
        } catch (IOException e) {
            if (before.isPresent()) {
                record(log, before.get());
            } else {
                Files.deleteIfExists(JobDirectory.hole(log));
            }
            throw e;
        }
    }

    private static void record(Path log, LogHole hole) throws IOException {
        AtomicFile.replaceUnsynced(JobDirectory.hole(log), JSON.writeValueAsBytes(hole));
    }

    /// Forgets the part that was given back if it is no longer in the log, because that was
    /// emptied: otherwise, as soon as the log is that long again, what is there would be taken for
    /// the hole.
    static void forgetLost(Path log) throws IOException {
        if (recorded(log).filter(hole -> !hole.isIn(log)).isPresent()) {
            Files.deleteIfExists(JobDirectory.hole(log));
        }
    }
}
