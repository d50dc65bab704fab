package dev.nudge.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// This process. Read from files alone: commands start with it, and [ProcessHandle] would start
/// threads.
public final class OwnProcess {
    private static final Path PROC = Path.of("/proc/self");
    private static final String FIELD = "\nUmask:";
    private static final String USUAL = "0022";

    private OwnProcess() {}

    /// Returns its id.
    public static long pid() {
        try {
            return Long.parseLong(Files.readSymbolicLink(PROC).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(PROC + " cannot be read", e);
        }
    }

    /// Returns its umask in octal digits; `0022` if the system does not say.
    public static String umask() {
        try {
            byte[] status = Files.readAllBytes(PROC.resolve("status"));
            String text = new String(status, StandardCharsets.UTF_8);
            int field = text.indexOf(FIELD);
            return field < 0
                    ? USUAL
                    : text.substring(field + FIELD.length(), text.indexOf('\n', field + 1)).strip();
        } catch (IOException e) {
            return USUAL;
        }
    }
}
