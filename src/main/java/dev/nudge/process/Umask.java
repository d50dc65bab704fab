package dev.nudge.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The umask of this process. Read without a library, since commands start with it.
public final class Umask {
    private static final String FIELD = "\nUmask:";
    private static final String USUAL = "0022";

    private Umask() {}

    /// Reads it, in octal digits; `0022` if the system does not say.
    public static String own() {
        try {
            byte[] status = Files.readAllBytes(Path.of("/proc/self/status"));
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
