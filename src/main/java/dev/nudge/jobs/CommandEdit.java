package dev.nudge.jobs;

import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import dev.nudge.text.Bytes;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Changes the command of a job that waits, by way of a file that somebody edits. The job is not
/// started until this is closed.
public final class CommandEdit implements AutoCloseable {
    private final JobEntry entry;
    private final Path file;
    private final Runnable release;
    private final String before;

    /// Whether the job has the text of the file, or there is none.
    private boolean isApplied;

    /// @param release lets the job be started again
    /// @throws IOException if the file cannot be written; then the job is released
    CommandEdit(JobEntry entry, JobDirectory directory, Runnable release) throws IOException {
        this.entry = entry;
        this.file = directory.editedCommand();
        this.release = release;
        this.before = entry.job().spec().command();
        try {
            AtomicFile.replaceUnsynced(file, Bytes.of(before.stripTrailing() + "\n"));
        } catch (IOException e) {
            release.run();
            throw e;
        }
    }

    public enum Outcome {
        CHANGED,
        UNCHANGED,
        /// There is no text, which cannot be a command.
        EMPTY
    }

    public Path file() {
        return file;
    }

    /// Gives the job the command that the file holds now.
    ///
    /// @throws IllegalArgumentException if that cannot be a command, or the job no longer waits;
    ///   then it keeps its command
    /// @throws IOException if the file cannot be read, or the command cannot be recorded
    public Outcome apply() throws IOException {
        Outcome outcome = apply(text());
        isApplied = true;
        return outcome;
    }

    private Outcome apply(String text) throws IOException {
        if (text.isBlank()) {
            return Outcome.EMPTY;
        }
        if (text.equals(before.stripTrailing())) {
            return Outcome.UNCHANGED;
        }
        boolean isChanged =
                entry.apply(
                        job -> job.isQueued() ? job.withSpec(job.spec().withCommand(text)) : job);
        if (!isChanged) {
            throw unchanged("it no longer waits in the queue");
        }
        return Outcome.CHANGED;
    }

    private String text() throws IOException {
        String text = Bytes.text(Files.readAllBytes(file)).stripTrailing();
        if (text.indexOf('\0') >= 0) {
            throw unchanged("its new text holds a NUL character");
        }
        Optional<String> objection = TextBound.COMMAND.objection(text);
        if (objection.isPresent()) {
            throw unchanged("its new text " + objection.get());
        }
        return text;
    }

    private IllegalArgumentException unchanged(String reason) {
        return new IllegalArgumentException(
                "Job %d keeps its command: %s. The new text is in %s"
                        .formatted(entry.job().number(), reason, file));
    }

    /// Lets the job be started again. Removes the file, unless the job did not get its text.
    @Override
    public void close() throws IOException {
        try {
            if (isApplied) {
                Files.deleteIfExists(file);
            }
        } finally {
            release.run();
        }
    }
}
