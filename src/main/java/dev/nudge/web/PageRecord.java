package dev.nudge.web;

import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Wire;
import dev.nudge.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// What the next daemon needs to continue to serve an open page: a file with mode 0600, which
/// exists as long as the page is on.
///
/// @param port where the page is served
/// @param secret the key of [SignIn]
/// @param opener the caller that opened the page last: jobs started from the page get its directory
///   and environment
record PageRecord(int port, String secret, Hello opener) {
    /// Reads the record; empty if the page is off.
    ///
    /// @throws IOException if the file cannot be read or understood
    static Optional<PageRecord> read(Path file) throws IOException {
        try {
            return Optional.of(Wire.read(Files.readString(file), PageRecord.class));
        } catch (NoSuchFileException off) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new IOException(file + " is not understood", e);
        }
    }

    void write(Path file) throws IOException {
        AtomicFile.replaceUnsynced(file, Wire.writeExact(this).getBytes(StandardCharsets.UTF_8));
    }
}
