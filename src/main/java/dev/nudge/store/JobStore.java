package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobRecord;
import dev.nudge.job.Question;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessId;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Jobs on disk: one directory each, the file system being the database. Safe for use by many
/// threads as long as no two save the same job at once.
public final class JobStore {
    private static final Logger LOG = System.getLogger(JobStore.class.getName());
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private static final String REMOVED = "removed-";

    private final StateDirectory state;
    private final AtomicLong lastNumber;

    /// Opens the store. Reads the names of the job directories, nothing else.
    public JobStore(StateDirectory state) throws IOException {
        this.state = state;
        long last = numbers().stream().mapToLong(n -> n).max().orElse(0);
        this.lastNumber = new AtomicLong(Math.max(last, recordedNumber()));
    }

    /// Makes the directory of a new job, under a number that no job has had, with an empty output
    /// log.
    ///
    /// @throws IOException if there is no space or no permission
    public JobDirectory allocate() throws IOException {
        while (true) {
            JobDirectory directory = state.job(lastNumber.incrementAndGet());
            try {
                Files.createDirectory(directory.path(), AtomicFile.PRIVATE_DIRECTORY);
                Files.createFile(directory.output(), AtomicFile.PRIVATE_FILE);
                return directory;
            } catch (FileAlreadyExistsException taken) {
                LOG.log(Level.DEBUG, "job number {0} is taken", directory.number());
            }
        }
    }

    /// Returns the directory of a job, whether it exists or not.
    public JobDirectory directory(long number) {
        return state.job(number);
    }

    /// Makes this state of the job durable.
    public void save(Job job) throws IOException {
        AtomicFile.replace(
                state.job(job.number()).record(), JSON.writeValueAsBytes(JobRecord.of(job)));
    }

    /// Records a job that is about to be started and has not been acknowledged yet; not synced to
    /// the disk, because a start does not outlive the machine. If that fails, nothing is left of
    /// the job.
    public void saveStart(Job job) throws IOException {
        JobDirectory directory = state.job(job.number());
        try {
            AtomicFile.replaceUnsynced(
                    directory.record(), JSON.writeValueAsBytes(JobRecord.of(job)));
        } catch (IOException e) {
            delete(directory.path());
            throw e;
        }
    }

    /// Writes what the host is to run, not synced like [#saveStart].
    public void writeCommand(JobDirectory directory, byte[] content) throws IOException {
        AtomicFile.replaceUnsynced(directory.command(), content);
    }

    /// Reads every job, in the order of their numbers. A job whose record cannot be read is left
    /// out, stays on disk and is named in the log.
    public List<Job> loadAll() throws IOException {
        return numbers().parallelStream()
                .map(this::load)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingLong(Job::number))
                .toList();
    }

    private Optional<Job> load(long number) {
        Path file = state.job(number).record();
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), JobRecord.class).toJob());
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            LOG.log(Level.WARNING, "job {0} is left out: {1} cannot be read: {2}", number, file, e);
            return Optional.empty();
        }
    }

    /// Reads how the job ended; empty as long as its host has not said so.
    ///
    /// @throws MalformedRecordException if the record is there and is none
    /// @throws IOException if it cannot be read now
    public Optional<ExitRecord> readExit(long number) throws IOException {
        Path file = state.job(number).exit();
        try {
            ExitStatus status = JSON.readValue(Files.readAllBytes(file), ExitJson.class).status();
            return Optional.of(new ExitRecord(status, Files.getLastModifiedTime(file).toInstant()));
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        } catch (JacksonException | IllegalArgumentException e) {
            throw new MalformedRecordException(
                    file + " is not an exit record: " + e.getMessage(), e);
        }
    }

    /// Reads where the program that holds the job's terminal listens, or did; empty if the job has
    /// no terminal.
    public Optional<Path> readTerminal(long number) {
        try {
            return Optional.of(Path.of(Files.readString(state.job(number).terminal())));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /// Reads which processes hold the job; empty if its host has not started the command.
    public Optional<HostRecord> readHost(long number) {
        try {
            byte[] bytes = Files.readAllBytes(state.job(number).host());
            return Optional.of(JSON.readValue(bytes, HostJson.class).toRecord());
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// Gives this part of the job's output log back to the file system. Recorded first, so that a
    /// reader never takes the zeros of the hole for output; only where the disk is full, it is
    /// recorded in the room that the hole makes.
    ///
    /// @throws IOException if that is impossible; nothing is lost then
    public void punch(long number, LogHole hole) throws IOException {
        JobDirectory directory = state.job(number);
        Optional<LogHole> before = readHole(number);
        try {
            record(directory, hole);
        } catch (IOException full) {
            HolePunch.punch(directory.output(), hole);
            record(directory, hole);
            return;
        }
        try {
            HolePunch.punch(directory.output(), hole);
        } catch (IOException e) {
            if (before.isPresent()) {
                record(directory, before.get());
            } else {
                Files.deleteIfExists(directory.hole());
            }
            throw e;
        }
    }

    private static void record(JobDirectory directory, LogHole hole) throws IOException {
        AtomicFile.replaceUnsynced(directory.hole(), JSON.writeValueAsBytes(hole));
    }

    /// Reads which part of the job's output log was given back; empty if none was.
    public Optional<LogHole> readHole(long number) {
        return readHole(state.job(number).output());
    }

    /// Reads the same beside a log.
    public static Optional<LogHole> readHole(Path log) {
        try {
            byte[] bytes = Files.readAllBytes(JobDirectory.hole(log));
            return Optional.of(JSON.readValue(bytes, LogHole.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /// Removes a job from disk. Its number is not used again.
    public void remove(long number) throws IOException {
        AtomicFile.replace(
                state.lastNumber(),
                Long.toString(lastNumber.get()).getBytes(StandardCharsets.US_ASCII));
        Path gone = state.jobs().resolve(REMOVED + number);
        Files.move(state.job(number).path(), gone, StandardCopyOption.ATOMIC_MOVE);
        delete(gone);
    }

    /// Finishes removals in which the program was interrupted.
    public void finishRemovals() throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(state.jobs(), REMOVED + "*")) {
            for (Path directory : left) {
                delete(directory);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /// Takes the mark of an end from the doorbell directory, once it has been dealt with.
    public void silenceBell(long number) throws IOException {
        Files.deleteIfExists(state.exits().resolve(Long.toString(number)));
    }

    /// Reads what the job waits for somebody to type; empty if it waits for nobody.
    public Optional<Question> readQuestion(long number) {
        return new QuestionBox(state.job(number)).read();
    }

    /// Takes the bell of a question away, so that it can be rung again. Harmless if there is none.
    public void silenceQuestion(long number) throws IOException {
        Files.deleteIfExists(state.job(number).questionBell());
    }

    /// Lists the jobs whose bell of a question has been rung.
    public List<Long> rungQuestions() throws IOException {
        try (Stream<Path> bells = Files.list(state.exits())) {
            return bells.map(p -> p.getFileName().toString())
                    .filter(name -> name.matches("[1-9]\\d{0,17}\\.asks"))
                    .map(name -> Long.valueOf(name.substring(0, name.indexOf('.'))))
                    .toList();
        }
    }

    private long recordedNumber() throws IOException {
        try {
            return Long.parseLong(Files.readString(state.lastNumber()).strip());
        } catch (NoSuchFileException nothingRemovedYet) {
            return 0;
        } catch (NumberFormatException e) {
            throw new IOException(state.lastNumber() + " holds no number", e);
        }
    }

    private List<Long> numbers() throws IOException {
        try (Stream<Path> entries = Files.list(state.jobs())) {
            return entries.map(p -> p.getFileName().toString())
                    .filter(name -> name.matches("[1-9]\\d{0,17}"))
                    .map(Long::valueOf)
                    .toList();
        }
    }

    private record ExitJson(
            @Nullable Integer code, @Nullable Integer signal, @Nullable String notStarted) {
        ExitStatus status() {
            if (code != null) {
                return new ExitStatus.Exited(code);
            }
            if (signal != null) {
                return new ExitStatus.Signaled(new Signal(signal));
            }
            if (notStarted != null) {
                return new ExitStatus.NotStarted(notStarted);
            }
            throw new IllegalArgumentException("neither code nor signal nor not_started");
        }
    }

    private record HostJson(
            long hostPid, long hostStart, long pid, long start, @Nullable String bootId) {
        HostRecord toRecord() {
            return new HostRecord(
                    new ProcessId(hostPid, hostStart),
                    new ProcessId(pid, start),
                    bootId == null ? "" : bootId);
        }
    }
}
