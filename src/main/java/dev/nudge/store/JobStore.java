package dev.nudge.store;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobRecord;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessId;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private final StateDirectory state;
    private final AtomicLong lastNumber;

    /// Opens the store. Reads the names of the job directories, nothing else.
    public JobStore(StateDirectory state) throws IOException {
        this.state = state;
        this.lastNumber = new AtomicLong(numbers().stream().mapToLong(n -> n).max().orElse(0));
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
    /// the disk, because a start does not outlive the machine.
    public void saveStart(Job job) throws IOException {
        AtomicFile.replaceUnsynced(
                state.job(job.number()).record(), JSON.writeValueAsBytes(JobRecord.of(job)));
    }

    /// Writes what the host is to run, not synced like [#saveStart].
    public void writeCommand(JobDirectory directory, byte[] content) throws IOException {
        AtomicFile.replaceUnsynced(directory.command(), content);
    }

    /// Reads every job, in the order of their numbers. A job whose record cannot be read is left
    /// out, stays on disk and is named in the log.
    public List<Job> loadAll() throws IOException {
        List<Job> jobs = new ArrayList<>();
        for (long number : numbers()) {
            load(number).ifPresent(jobs::add);
        }
        jobs.sort(Comparator.comparingLong(Job::number));
        return jobs;
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
    /// @throws IOException if the record is there and cannot be read
    public Optional<ExitRecord> readExit(long number) throws IOException {
        Path file = state.job(number).exit();
        try {
            ExitStatus status = JSON.readValue(Files.readAllBytes(file), ExitJson.class).status();
            return Optional.of(new ExitRecord(status, Files.getLastModifiedTime(file).toInstant()));
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException(file + " is not an exit record: " + e.getMessage(), e);
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

    /// Takes the mark of an end from the doorbell directory, once it has been dealt with.
    public void silenceBell(long number) throws IOException {
        Files.deleteIfExists(state.exits().resolve(Long.toString(number)));
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
