package dev.nudge.store;

import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.record.JobRecord;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The jobs on disk: one directory each, with the file system as the database. Safe for use by many
/// threads as long as no two save the same job at once.
public final class JobStore {
    private static final Logger LOG = System.getLogger(JobStore.class.getName());
    static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private final StateDirectory state;
    private final JobDirectories directories;
    private final FreshJobs fresh;
    private final Set<Long> leftOut = ConcurrentHashMap.newKeySet();

    /// Thrown when a record can be read, but is empty or damaged: reading it again will not help.
    public static final class MalformedRecordException extends IOException {
        private static final long serialVersionUID = 1;

        private MalformedRecordException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /// Finds the highest number of a job that still runs.
    public interface HighestNumber {
        /// @return 0 if there is none
        /// @throws IOException if that cannot be found out now
        long find() throws IOException;
    }

    /// Opens the store. Reads only the names of the job directories.
    ///
    /// @param running asked if there are no job directories
    public JobStore(StateDirectory state, HighestNumber running) throws IOException {
        this.state = state;
        this.directories = new JobDirectories(state, running);
        this.fresh = new FreshJobs(state.jobs());
    }

    /// Creates the directory of a new job, with a number that no job has had, and an empty output
    /// log. If that fails, nothing is left behind.
    public JobDirectory allocate() throws IOException {
        JobDirectory directory = directories.one();
        fresh.add(List.of(directory));
        return directory;
    }

    /// Creates the same for several jobs, with consecutive numbers. Until [#settle], they do not
    /// survive the end of this process.
    public List<JobDirectory> allocate(int count) throws IOException {
        List<JobDirectory> block = directories.block(count);
        fresh.add(block);
        return block;
    }

    /// Records a job of a block. Only [#settle] makes that durable.
    public void writeInBlock(Job job) throws IOException {
        AtomicFile.writeUnsynced(state.job(job.number()).record(), content(job));
    }

    /// Makes a block durable, all of whose jobs have been recorded. Blocks until it is.
    public void settle(List<JobDirectory> block) throws IOException {
        fresh.settle(block);
        directories.settle(block);
    }

    /// Removes a block that could not be made durable.
    public void discard(List<JobDirectory> block) throws IOException {
        for (JobDirectory directory : block) {
            remove(directory.number());
        }
        directories.settle(block);
    }

    /// Returns the directory of a job, whether it exists or not.
    public JobDirectory directory(long number) {
        return state.job(number);
    }

    /// Makes this state of the job durable.
    public void save(Job job) throws IOException {
        AtomicFile.replace(state.job(job.number()).record(), content(job));
        fresh.settle(job.number());
    }

    /// Records this state of the job. After a loss of power, it may be back in the one before,
    /// unless it is virtual, waits, or may be started again. One that is about to be started has a
    /// ticket: before its command starts, the directory is made durable, by the host that has taken
    /// the ticket or when the ticket is assigned.
    public void saveEventually(Job job) throws IOException {
        boolean isWhole =
                job.spec().virtual().isPresent()
                        || job.spec().queueing().retry().isPresent()
                        || (job.state().launched().isEmpty() && !job.state().isStarting());
        if (isWhole || !fresh.hasRecord(job.number())) {
            save(job);
        } else {
            AtomicFile.replaceEventually(state.job(job.number()).record(), content(job));
            fresh.settle(job.number());
        }
    }

    private static byte[] content(Job job) throws IOException {
        return Bytes.json(JSON.writeValueAsString(JobRecord.of(job)));
    }

    /// Records a job that is about to be started and has not been acknowledged yet. Does not wait
    /// until that is durable, because a start does not outlive the machine; [#settleStart] does. If
    /// it fails, nothing of the job remains.
    public void saveStart(Job job) throws IOException {
        JobDirectory directory = state.job(job.number());
        try {
            AtomicFile.replaceUnsynced(directory.record(), content(job));
        } catch (IOException e) {
            fresh.forget(job.number());
            JobDirectories.discard(directory.path());
            throw e;
        }
        fresh.recorded(directory);
    }

    /// Makes a job durable whose command has been started, as [#saveStart] has recorded it: that it
    /// was started is in the record of its host. Blocks until it is.
    public void settleStart(Job job) throws IOException {
        if (fresh.hasRecord(job.number())) {
            fresh.settle(job.number());
        } else {
            save(job);
        }
    }

    /// Reads the standard input that a job's command was given; empty if it was not kept.
    public Optional<byte[]> readInput(long number) {
        try {
            return Optional.of(Files.readAllBytes(state.job(number).input()));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /// Reads all jobs, ordered by number, and removes what was begun for jobs that nobody has heard
    /// of. A job whose record is damaged counts as ended; one whose record cannot be read now is
    /// left out, stays on disk and is named in the log. Must not be called while a job is being
    /// started.
    public List<Job> loadAll() throws IOException {
        directories.removeUnsettled();
        return directories.present().parallelStream()
                .map(this::load)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingLong(Job::number))
                .toList();
    }

    /// Returns the jobs that are left out, since their records could not be read.
    public Set<Long> leftOut() {
        return Set.copyOf(leftOut);
    }

    /// Reads the jobs again that are left out, and hands over those that can be read now and are
    /// wanted. After that, they are no longer left out.
    public synchronized void loadLeftOut(Predicate<Job> isWanted, Consumer<Job> taker) {
        for (long number : leftOut()) {
            Optional<Job> job = load(number).filter(isWanted);
            job.ifPresent(taker);
            job.ifPresent(read -> leftOut.remove(read.number()));
        }
    }

    private Optional<Job> load(long number) {
        JobDirectory directory = state.job(number);
        try {
            if (DamagedJob.isUnheardOf(directory)) {
                remove(number);
                return Optional.empty();
            }
            return Optional.of(read(directory));
        } catch (IOException | IllegalArgumentException e) {
            leftOut.add(number);
            String what = "job " + number + " is left out: " + directory.record();
            LOG.log(Level.WARNING, what + " cannot be read: " + e);
            return Optional.empty();
        }
    }

    private Job read(JobDirectory directory) throws IOException {
        try {
            byte[] record =
                    Files.exists(directory.record())
                            ? Files.readAllBytes(directory.record())
                            : new byte[0];
            return JSON.readValue(record, JobRecord.class).toJob();
        } catch (JacksonException e) {
            LOG.log(Level.WARNING, "{0} is damaged: {1}", directory.record(), e);
            return DamagedJob.of(directory, wholeExit(directory.exit()), firstLine(e));
        }
    }

    private static String firstLine(JacksonException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("no reason given");
    }

    /// Returns when the job's directory was created, by the clock of its file system.
    public Instant createdAt(JobDirectory directory) throws IOException {
        return written(directory.output());
    }

    private static Instant written(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    /// Reads how the job ended; empty until its host has recorded it.
    ///
    /// @throws MalformedRecordException if the record exists but is not valid
    public Optional<ExitRecord> readExit(long number) throws IOException {
        return readExit(state.job(number).exit());
    }

    /// Reads an end that a host could not record in full, since it ended before; empty if there is
    /// none. Only for a host that has ended: until then, it may change.
    public Optional<ExitRecord> readUnfinishedExit(long number) throws IOException {
        return wholeExit(state.job(number).unfinishedExit());
    }

    private static Optional<ExitRecord> wholeExit(Path file) throws IOException {
        try {
            return readExit(file);
        } catch (MalformedRecordException damagedOrReserved) {
            return Optional.empty();
        }
    }

    private static Optional<ExitRecord> readExit(Path file) throws IOException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length == 0) {
                throw new MalformedRecordException(
                        "the record of its end is empty, as after a loss of power", null);
            }
            return Optional.of(ExitRecord.of(JSON.readTree(bytes), written(file)));
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        } catch (JacksonException | IllegalArgumentException e) {
            String why = e instanceof JacksonException json ? firstLine(json) : e.getMessage();
            throw new MalformedRecordException("the record of its end is damaged: " + why, e);
        }
    }

    /// Makes the end durable that the host of a job has recorded, for a job whose own record cannot
    /// be written: that needs no room. Blocks until it is, if it is possible.
    public void settleExit(long number) {
        JobDirectory directory = state.job(number);
        try {
            AtomicFile.sync(directory.exit());
            AtomicFile.sync(directory.path());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "job " + number + ": its end is not durable: " + e);
        }
    }

    /// Reads where the program that holds the job's terminal listens, or listened; empty if the job
    /// has no terminal.
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
            return findHost(number);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Reads the same, but fails if it cannot be read now.
    public Optional<HostRecord> findHost(long number) throws IOException {
        Path file = state.job(number).host();
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Files.readAllBytes(file);
            return Optional.of(HostRecord.of(JSON.readTree(bytes), written(file)));
        } catch (NoSuchFileException | JacksonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// Reads whom a daemon has asked to end; empty if no daemon is ending this start of the job, or
    /// its record is damaged.
    public Optional<EndRequest> readEndRequest(long number, String start) {
        return find(state.job(number).endRequest(), EndRequest.class, number, "its end request")
                .filter(request -> request.start().equals(start));
    }

    /// Reads a small record; empty if there is none, or if it cannot be read, which is only logged.
    ///
    /// @param what names it in the log; its file may be named by the secret of a task
    private static <T> Optional<T> find(Path file, Class<T> type, long number, String what) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), type));
        } catch (IOException | JacksonException e) {
            LOG.log(Level.WARNING, "job " + number + ": " + what + ": " + e);
            return Optional.empty();
        }
    }

    /// Records whom this daemon is about to ask to end. Survives the daemon, not the machine, and
    /// neither do they. Where that is impossible, as on a full disk, the job is ended without a
    /// record.
    public void saveEndRequest(long number, EndRequest request) {
        try {
            AtomicFile.replaceUnsynced(
                    state.job(number).endRequest(), JSON.writeValueAsBytes(request));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job " + number + " is ended without a record of that: " + e);
        }
    }

    /// Forgets that a job was asked to end, once it has ended or could not be asked. A record that
    /// stays does no harm, since it names one start of the job.
    public void forgetEndRequest(long number) {
        removeFile(state.job(number).endRequest(), number, "the record of how it was ended");
    }

    /// Records a task. Blocks until the disk has it.
    ///
    /// @param secret which its client knows: hexadecimal digits
    public void writeTask(long number, String secret, TaskRecord task) throws IOException {
        AtomicFile.replace(state.job(number).task(secret), JSON.writeValueAsBytes(task));
    }

    /// Reads a task; empty if there is none of this secret.
    public Optional<TaskRecord> readTask(long number, String secret) {
        return find(state.job(number).task(secret), TaskRecord.class, number, "a task");
    }

    /// Returns the tasks of agents that a job has.
    public List<TaskRecord> tasks(long number) {
        try (Stream<Path> files = Files.list(state.job(number).path())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(JobDirectory.TASK))
                    .map(name -> name.substring(JobDirectory.TASK.length()))
                    .flatMap(secret -> readTask(number, secret).stream())
                    .toList();
        } catch (IOException | UncheckedIOException none) {
            return List.of();
        }
    }

    /// Reads which part of the job's output log was given back; empty if none was.
    public Optional<LogHole> readHole(long number) {
        return LogHole.read(state.job(number).output());
    }

    /// Removes a job from disk, even if the disk is full. Its number is not used again.
    public void remove(long number) throws IOException {
        beginRemoval(number);
        finishRemoval(number);
    }

    /// Begins to remove a job, in no time, however much it has written; [#finishRemoval] follows.
    /// After an error, the job is still there.
    public void beginRemoval(long number) throws IOException {
        directories.beginRemoval(number);
        fresh.forget(number);
        leftOut.remove(number);
    }

    /// Deletes what is left of a job that is being removed.
    public void finishRemoval(long number) {
        directories.finishRemoval(number);
    }

    /// Finishes removals that were interrupted.
    public void finishRemovals() throws IOException {
        directories.finishRemovals();
    }

    /// Removes the bell of an end that has been handled. One that stays is only logged.
    public void silenceBell(long number) {
        removeFile(state.exits().resolve(Long.toString(number)), number, "its exit mark");
    }

    private static void removeFile(Path file, long number, String what) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job " + number + ": " + what + " stays: " + Reasons.of(e));
        }
    }

    /// Returns when the job was last recorded, by the clock of its file system.
    public Instant savedAt(Job job) {
        try {
            return written(state.job(job.number()).record());
        } catch (IOException e) {
            return job.createdAt();
        }
    }

    /// Removes what the start of a job needed that has waited: its environment, if it is there.
    /// What stays is only logged.
    public void removeOrder(long number) {
        removeFile(state.job(number).order(), number, "its environment");
    }

    /// Reads what the job waits for somebody to type; empty if it is not waiting.
    public Optional<Question> readQuestion(long number) {
        return new QuestionBox(state.job(number)).read();
    }

    /// Removes the bell of a question, so that it can be rung again. Harmless if there is none.
    public void silenceQuestion(long number) throws IOException {
        Files.deleteIfExists(state.job(number).questionBell());
    }

    /// Lists the jobs whose question bell has been rung.
    public List<Long> rungQuestions() throws IOException {
        try (Stream<Path> bells = Files.list(state.exits())) {
            return bells.map(p -> p.getFileName().toString())
                    .filter(name -> name.matches("[1-9]\\d{0,17}\\.asks"))
                    .map(name -> Long.valueOf(name.substring(0, name.indexOf('.'))))
                    .toList();
        }
    }
}
