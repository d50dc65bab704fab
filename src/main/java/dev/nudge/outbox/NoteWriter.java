package dev.nudge.outbox;

import dev.nudge.delivery.message.EndNote;
import dev.nudge.delivery.message.EndNote.Quote;
import dev.nudge.delivery.message.EndNote.Subject;
import dev.nudge.delivery.message.FoundNote;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.QuestionNote;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.output.JobLog;
import dev.nudge.output.LogReader;
import dev.nudge.output.Part;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Writes the notes of a job.
public final class NoteWriter {
    private static final Logger LOG = System.getLogger(NoteWriter.class.getName());
    private static final int MAX_LINE = 16 * 1024;

    /// A zero would mean an unknown time.
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final JobStore store;

    /// @param store has the logs
    public NoteWriter(JobStore store) {
        this.store = store;
    }

    /// Reads a part of the job's log and creates the note. May take a while: never call it with a
    /// lock held.
    private Note of(Job job, ExitStatus recorded) {
        Quote output = output(job, recorded);
        ExitStatus status = told(job.spec().command(), recorded, output.lines().replace('\n', ' '));
        return new EndNote(
                job.number(),
                job.spec().label().orElse(""),
                command(job),
                subject(job),
                new EndNote.End(
                        status,
                        job.stopReason().orElse(""),
                        time(job, status),
                        job.endedAt().orElseThrow(),
                        job.retries() + 1,
                        job.endNumber()),
                output,
                job.spec().telling() == Telling.NOTIFY);
    }

    /// Returns the note of a job's end; empty if it has not ended. May take a while, like the
    /// other.
    Optional<Note> ofEnd(Job job) {
        return job.exitStatus().map(status -> of(job, status));
    }

    /// Returns the note as it is now. The end of a watch includes the lines unreported so far: a
    /// line that was being reported when the watch ended may not have arrived. May take a while,
    /// like the others.
    Note current(Note note, Job job) {
        return note instanceof EndNote end && end.subject() == Subject.WATCH
                ? ofEnd(job).orElse(note)
                : note;
    }

    /// Returns how long it ran; zero if that is unknown, or nothing ran.
    private static Duration time(Job job, ExitStatus status) {
        boolean hasRun =
                status instanceof ExitStatus.Exited || status instanceof ExitStatus.Signaled;
        boolean isKnown = hasRun && job.spec().virtual().isEmpty();
        return job.startedAt()
                .filter(_ -> isKnown)
                .map(start -> Duration.between(start, job.endedAt().orElseThrow()))
                .map(time -> time.compareTo(SHORTEST) < 0 ? SHORTEST : time)
                .orElse(Duration.ZERO);
    }

    private static String command(Job job) {
        return job.spec().virtual().orElse(null) instanceof VirtualTask.Timer timer
                ? timer.note()
                : job.spec().command();
    }

    /// Returns the part of an ended job's output that its note quotes; empty if it has none. Reads
    /// the log.
    public String excerpt(Job job) {
        return job.exitStatus().map(status -> output(job, status).lines()).orElse("");
    }

    private static Subject subject(Job job) {
        return switch (job.spec().virtual().orElse(null)) {
            case null -> Subject.COMMAND;
            case VirtualTask.Timer _ -> Subject.TIMER;
            case VirtualTask.Watch _ -> Subject.WATCH;
        };
    }

    /// Creates the note of a question, or of lines that a watch has found.
    static Note of(Job job, News.Interim news) {
        String label = job.spec().label().orElse("");
        String command = job.spec().command();
        return switch (news) {
            case News.Asks asks ->
                    new QuestionNote(job.number(), label, command, asks.question(), asks.at());
            case News.Found found ->
                    new FoundNote(job.number(), label, command, found.lines(), found.at());
        };
    }

    /// Returns whether this question still waits for its answer. Looks where the job's terminal
    /// left it, since the news that it is over may be on its way.
    boolean isStanding(Job job, News.Asks asks) {
        return store.readQuestion(job.number()).filter(q -> q.id() == asks.number()).isPresent();
    }

    private static ExitStatus told(String command, ExitStatus status, String output) {
        return status instanceof ExitStatus.Exited(int code)
                ? CommandNotFound.reason(command, code, output)
                        .<ExitStatus>map(ExitStatus.NotStarted::new)
                        .orElse(status)
                : status;
    }

    private Quote output(Job job, ExitStatus status) {
        if (subject(job) == Subject.WATCH) {
            return Quote.start(found(job));
        }
        try {
            boolean isEnd = job.spec().excerpt().isEnd(status);
            return NoteOutput.of(job, store.directory(job.number()).output(), isEnd);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: no output to tell: {1}", job.number(), Reasons.of(e));
            return Quote.start("");
        }
    }

    /// Returns the last line, which is the news.
    private String found(Job watch) {
        try {
            Path file = store.directory(watch.number()).output();
            JobLog log =
                    new JobLog(
                            new LogReader(file, LogHole.NONE),
                            LineStyle.READABLE,
                            MAX_LINE,
                            false,
                            0);
            String last = log.read(new Part.Tail(1)).text().stripTrailing();
            return watch.linesWith(last).text();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: no line to tell: {1}", watch.number(), Reasons.of(e));
            return "";
        }
    }
}
