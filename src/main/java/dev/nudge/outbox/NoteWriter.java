package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.EndNote.Quote;
import dev.nudge.delivery.message.Note.EndNote.Subject;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.job.WindowSize;
import dev.nudge.output.JobLog;
import dev.nudge.output.JobLog.Part;
import dev.nudge.output.LogReader;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.terminal.text.PlainText;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.Reasons;
import dev.nudge.text.Utf8;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes the notes of a job.
public record NoteWriter(JobStore store) {
    private static final Logger LOG = System.getLogger(NoteWriter.class.getName());
    private static final int MAX_LINE = 16 * 1024;

    /// Bytes that are read: enough for what is quoted beside a long progress bar.
    private static final int READ = 64 * 1024;

    /// Bytes of a terminal's output that are played to find the text that was on the screen.
    private static final int PLAYED = 1 << 20;

    private static final int NOT_FOUND = 127;
    private static final Pattern COMPLAINT =
            Pattern.compile("(?:bash|sh): (?:\\p{L}+ )?\\d+: (.+)");
    private static final Pattern FIRST_WORD =
            Pattern.compile("\\s*(?:\\w+=\\S*\\s+)*([^\\s;|&<>()]+)");

    /// A zero would mean an unknown time.
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /// Writes the note of an end. Reads a part of the job's log: never call it with a lock held.
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

    /// Returns the note of a job's end; empty if it has not ended.
    Optional<Note> ofEnd(Job job) {
        return job.exitStatus().map(status -> of(job, status));
    }

    /// Returns the note as it is now. The end of a watch includes the lines unreported so far: a
    /// line that was being reported when the watch ended may not have arrived.
    Note current(Note note, Job job) {
        return note instanceof EndNote end && end.subject() == Subject.WATCH
                ? ofEnd(job).orElse(note)
                : note;
    }

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

    /// Returns what the note of an ended job quotes of its output; empty if nothing. Reads the log.
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
                ? notFound(command, code, output)
                        .<ExitStatus>map(ExitStatus.NotStarted::new)
                        .orElse(status)
                : status;
    }

    /// Returns the shell's words, `cargo: command not found`, if a command never ran because its
    /// program is missing. Exit code 127 alone does not show that: the words must be the only
    /// output, given here as one line, and name the first word of the command.
    static Optional<String> notFound(String command, int exitCode, String output) {
        Matcher complaint = COMPLAINT.matcher(output.strip());
        Matcher word = FIRST_WORD.matcher(command);
        if (exitCode != NOT_FOUND || !complaint.matches() || !word.lookingAt()) {
            return Optional.empty();
        }
        String words = complaint.group(1);
        String rest =
                words.startsWith(word.group(1) + ": ")
                        ? words.substring(word.group(1).length() + 2)
                        : ": ";
        return rest.contains(": ") ? Optional.empty() : Optional.of(words);
    }

    private Quote output(Job job, ExitStatus status) {
        Path log = store.directory(job.number()).output();
        try {
            return subject(job) == Subject.WATCH
                    ? Quote.start(found(job, log))
                    : quote(job, log, job.spec().excerpt().isEnd(status));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job " + job.number() + ": no output to tell: " + Reasons.of(e));
            return Quote.start("");
        }
    }

    private static String found(Job watch, Path file) throws IOException {
        LogReader reader = new LogReader(file, LogHole.NONE);
        JobLog log = new JobLog(reader, LineStyle.READABLE, MAX_LINE, false, 0);
        return watch.reporting()
                .linesWith(log.read(new Part.Tail(1)).text().stripTrailing())
                .text();
    }

    /// Quotes the output of the last attempt. Reads at most one MiB.
    static Quote quote(Job job, Path log, boolean isEnd) throws IOException {
        boolean isPlayed = job.spec().terminal().isPresent();
        LogReader reader = new LogReader(log, LogHole.NONE);
        long start = job.outputStart();
        if (BinaryOutput.isIn(log, start)) {
            return Quote.start(
                    BinaryOutput.words(reader.size() - start)
                            + "; to see it: read_output with raw: true");
        }
        Piece written = part(log, reader.behindHole(start), isPlayed ? PLAYED : READ, isEnd);
        Piece shown = isPlayed ? played(written, job.spec().terminal().get(), isEnd) : written;
        String lines = PlainText.lines(shown.bytes());
        String mark = shown.isCut() ? Ellipsis.MARK : "";
        return new Quote(
                isEnd
                        ? Ellipsis.end(mark + lines, NudgeMessage.MAX_OUTPUT)
                        : Ellipsis.start(lines + mark, NudgeMessage.MAX_OUTPUT),
                isEnd);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Piece(byte[] bytes, boolean isCut) {}

    private static Piece part(Path log, long start, int length, boolean isEnd) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            long from = isEnd ? Math.max(start, channel.size() - length) : start;
            byte[] bytes = Channels.newInputStream(channel.position(from)).readNBytes(length);
            return from > start
                    ? new Piece(fromSecondLine(bytes), true)
                    : new Piece(bytes, from + bytes.length < channel.size());
        }
    }

    /// Skips what is before the first line end: it may begin inside a character or escape sequence.
    private static byte[] fromSecondLine(byte[] bytes) {
        for (int i = 0; i < bytes.length - 1; i++) {
            if (bytes[i] == '\n') {
                return Arrays.copyOfRange(bytes, i + 1, bytes.length);
            }
        }
        return Arrays.copyOfRange(bytes, Utf8.continued(bytes, 0, bytes.length), bytes.length);
    }

    private static Piece played(Piece written, WindowSize size, boolean isEnd) throws IOException {
        byte[] text =
                HeadlessTerminal.textOf(
                                new ByteArrayInputStream(written.bytes()),
                                size.columns(),
                                size.rows())
                        .getBytes(StandardCharsets.UTF_8);
        int from = isEnd ? Math.max(0, text.length - READ) : 0;
        byte[] part = Arrays.copyOfRange(text, from, Math.min(text.length, from + READ));
        return new Piece(
                from > 0 ? fromSecondLine(part) : part,
                written.isCut() || part.length < text.length);
    }
}
