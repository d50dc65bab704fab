package dev.nudge.daemon;

import dev.nudge.delivery.Note;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.Telling;
import dev.nudge.store.JobStore;
import dev.nudge.terminal.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;

/// Writes down what is to be told of a job that has ended.
final class Notes {
    private static final Logger LOG = System.getLogger(Notes.class.getName());
    private static final int MAX_OUTPUT = 200;

    private final JobStore store;

    Notes(JobStore store) {
        this.store = store;
    }

    /// Reads the head of the job's log and makes the note.
    Note of(Job job, Ended end) {
        String output = output(job.number());
        String command = job.spec().command();
        return new Note(
                job.number(),
                command,
                told(command, end.status(), output),
                output,
                job.spec().telling() == Telling.NOTIFY,
                job.stopReason().orElse(""),
                end.at());
    }

    private static ExitStatus told(String command, ExitStatus status, String output) {
        return status instanceof ExitStatus.Exited(int code)
                ? CommandNotFound.reason(command, code, output)
                        .<ExitStatus>map(ExitStatus.NotStarted::new)
                        .orElse(status)
                : status;
    }

    private String output(long number) {
        try (InputStream log = Files.newInputStream(store.directory(number).output())) {
            return PlainText.excerpt(log, MAX_OUTPUT);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: no output to tell: {1}", number, Reasons.of(e));
            return "";
        }
    }
}
