package dev.nudge.soak;

import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The record of what a [SoakAgent] takes, after `began`: `typed` (submitted by keys), `handed` (by
/// the hook of a prompt), `received` (an answer whose receipts a hook has left), `failed` (a hook).
/// Of each message in a prompt: `turn` (the hook of the prompt has ended by itself) or `denied` (by
/// that hook), and `asked` (its model).
///
/// Each is a part of a step, under the lock of the file `keys` or `hook`. Anyone who kills the
/// agent takes both locks: so it is never killed during a hook, but perhaps between a hook and the
/// request.
///
/// @param folder the agent's
record SoakRecord(Path folder) {
    /// Takes a submission.
    void atKeys(Runnable step) {
        locked("keys", step);
    }

    /// Runs a hook, or does what follows it.
    void atHook(Runnable step) {
        locked("hook", step);
    }

    private void locked(String lock, Runnable step) {
        try (FileChannel file = lockFile(folder, lock);
                FileLock _ = file.lock()) {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Opens the file whose lock holds off a killer.
    static FileChannel lockFile(Path folder, String name) throws IOException {
        return FileChannel.open(
                folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /// Adds what is said to an agent's record of its conversation, in one step.
    ///
    /// @param said each a JSON object without an id
    synchronized void converse(Path transcript, String... said) {
        StringBuilder lines = new StringBuilder();
        for (String object : said) {
            lines.append("{\"id\":\"").append(UUID.randomUUID()).append("\",");
            lines.append(object, 1, object.length()).append('\n');
        }
        append(transcript, lines.toString());
    }

    void add(String what, List<String> messages) {
        messages.forEach(message -> add(what, message));
    }

    /// Adds an entry, unless the text is empty.
    synchronized void add(String what, String text) {
        if (text.isEmpty()) {
            return;
        }
        String line = what + "\t" + Instant.now() + "\t" + text.replace('\n', ' ') + "\n";
        append(folder.resolve("record"), line);
    }

    private static void append(Path file, String text) {
        Unchecked.run(() ->
                Files.writeString(
                        file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }
}
