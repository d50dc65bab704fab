package dev.nudge.text;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Words errors for people.
public final class Reasons {
    private Reasons() {}

    /// Returns one line: the operating system's message, if there is one, with the file.
    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case AccessDeniedException denied -> "permission denied (" + denied.getFile() + ")";
            case FileAlreadyExistsException existing -> existing.getFile() + " exists already";
            case FileSystemException other when other.getReason() != null ->
                    other.getReason() + " (" + other.getFile() + ")";
            default -> Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
        };
    }

    /// Logs a warning that says what is not possible, and why.
    public static void warn(Logger log, String what, IOException e) {
        log.log(Level.WARNING, what + ": " + of(e));
    }

    /// Returns the lines of an error for standard error, without a line end: `nudge: No job 17.`
    /// What it quotes, such as a label, a path or the value of an option, may come from others, so
    /// it is [escaped][Printable#escaped].
    ///
    /// @param message one line or several
    public static String complaint(@Nullable String message) {
        return "nudge: " + Printable.escaped(String.valueOf(message));
    }
}
