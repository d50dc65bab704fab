package dev.nudge.delivery.queue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The record that an agent keeps of a thread, in JSON lines. The model knows what is in it; a
/// message from the queue is in it with its id.
public final class ThreadRecord {
    private static final String ID = "\"client_id\":\"";

    private ThreadRecord() {}

    /// Returns the size of the record in bytes; 0 if there is none yet.
    public static long size(Path record) {
        try {
            return Files.size(record);
        } catch (IOException none) {
            return 0;
        }
    }

    /// Returns whether the message with this id is in the record. Blocks on the file system.
    ///
    /// @param from the offset in bytes from which to search
    public static boolean holds(Path record, long from, String id) {
        return hasLine(record, from, ID + id + "\"");
    }

    /// Returns whether the record has any ids: that of another version of the agent may not. Blocks
    /// on the file system.
    public static boolean showsIds(Path record) {
        return hasLine(record, 0, ID);
    }

    private static boolean hasLine(Path record, long from, String part) {
        try (InputStream bytes = Files.newInputStream(record)) {
            bytes.skipNBytes(from);
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
            return lines.lines().anyMatch(line -> line.contains(part));
        } catch (IOException | UncheckedIOException none) {
            return false;
        }
    }
}
