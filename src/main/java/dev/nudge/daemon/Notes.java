package dev.nudge.daemon;

import dev.nudge.delivery.EndNote;
import dev.nudge.delivery.EndNote.Subject;
import dev.nudge.delivery.Note;
import dev.nudge.delivery.QuestionNote;
import dev.nudge.job.Asked;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.Question;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.job.WindowSize;
import dev.nudge.output.Hole;
import dev.nudge.output.JobLog;
import dev.nudge.output.Part;
import dev.nudge.store.JobStore;
import dev.nudge.terminal.PlainText;
import dev.nudge.terminal.Transcript;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Writes down what is to be told of a job.
final class Notes {
    private static final Logger LOG = System.getLogger(Notes.class.getName());
    private static final int MAX_OUTPUT = 200;

    /// Bytes of a terminal's output that are played to see what there was to be read.
    private static final int PLAYED = 1 << 20;

    private final JobStore store;

    Notes(JobStore store) {
        this.store = store;
    }

    /// Reads the head of the job's log and makes the note.
    Note of(Job job, Ended end) {
        String output = output(job);
        return new EndNote(
                job.number(),
                command(job),
                told(job.spec().command(), end.status(), output),
                output,
                subject(job),
                job.spec().telling() == Telling.NOTIFY,
                job.stopReason().orElse(""),
                end.at());
    }

    private static String command(Job job) {
        return job.spec().virtual().orElse(null) instanceof VirtualTask.Timer timer
                ? timer.note()
                : job.spec().command();
    }

    private static Subject subject(Job job) {
        return switch (job.spec().virtual().orElse(null)) {
            case null -> Subject.COMMAND;
            case VirtualTask.Timer _ -> Subject.TIMER;
            case VirtualTask.Watch _ -> Subject.WATCH;
        };
    }

    /// Makes the note of a question.
    static Note of(Job job, Asked asked) {
        return new QuestionNote(job.number(), job.spec().command(), asked.question(), asked.at());
    }

    /// Whether this question still waits for its answer.
    boolean isStanding(NoteKey question) {
        return store.readQuestion(question.job())
                .filter(q -> q.id() == question.question())
                .isPresent();
    }

    private static ExitStatus told(String command, ExitStatus status, String output) {
        return status instanceof ExitStatus.Exited(int code)
                ? CommandNotFound.reason(command, code, output)
                        .<ExitStatus>map(ExitStatus.NotStarted::new)
                        .orElse(status)
                : status;
    }

    private String output(Job job) {
        if (subject(job) == Subject.WATCH) {
            return found(job);
        }
        try (InputStream log = Files.newInputStream(store.directory(job.number()).output())) {
            Optional<WindowSize> terminal = job.spec().terminal();
            return terminal.isPresent()
                    ? shown(log.readNBytes(PLAYED), terminal.get())
                    : PlainText.excerpt(log, MAX_OUTPUT);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: no output to tell: {1}", job.number(), Reasons.of(e));
            return "";
        }
    }

    /// The last line, which is the news.
    private String found(Job watch) {
        try {
            Path file = store.directory(watch.number()).output();
            JobLog log = new JobLog(file, Hole.NONE, PlainText::readable, PLAYED);
            String last = log.read(new Part.Tail(1)).text().stripTrailing();
            int untold = watch.untoldLines().map(q -> Integer.parseInt(q.program())).orElse(0);
            return Question.lines(untold + 1, last);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: no line to tell: {1}", watch.number(), Reasons.of(e));
            return "";
        }
    }

    private static String shown(byte[] head, WindowSize size) throws IOException {
        String text = Transcript.of(new ByteArrayInputStream(head), size.columns(), size.rows());
        return PlainText.excerpt(text.getBytes(StandardCharsets.UTF_8), MAX_OUTPUT);
    }
}
