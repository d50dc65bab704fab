package dev.nudge.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Describes errors in words.
public final class Reasons {
    private Reasons() {}

    /// Returns one line: the operating system's message, if there is one, with the file.
    public static String of(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            return "there is no " + missing.getFile();
        }
        if (e instanceof AccessDeniedException denied) {
            return "permission denied (" + denied.getFile() + ")";
        }
        if (e instanceof FileAlreadyExistsException existing) {
            return existing.getFile() + " exists already";
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason() + " (" + f.getFile() + ")";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
