package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.job.record.JobCounts;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobQueue;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
import dev.nudge.process.ProcessLoad;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.store.LogHole;
import dev.nudge.upkeep.Upkeep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Reports jobs to people: as recorded, and whether their agents can still be notified. If there is
/// no such job, an [IllegalArgumentException] names some that exist.
public record JobReports(JobControl control, Agents agents, Upkeep upkeep) {
    /// How long people are still shown a job that has ended without being asked for it.
    private static final Duration RECENT = Duration.ofMinutes(10);

    /// Returns what keeps all jobs from continuing, one paragraph for a person; empty if nothing
    /// does.
    public Optional<String> warning() {
        return upkeep.disk().trouble();
    }

    /// Counts the jobs: those that have not ended, and those that have ended since a time.
    public JobCounts count(Instant since) {
        return JobCounts.of(
                control.jobs().all(),
                job -> job.endedAt().filter(end -> end.isAfter(since)).isPresent());
    }

    /// Returns the jobs, in the order of [JobQueue#listOrder]. Blocks for a tmux call for each
    /// agent with unreported results.
    ///
    /// @param all whether to include those that ended more than ten minutes ago and need not be
    ///   reported any more
    public List<JobSnapshot> list(boolean all) {
        List<Waiting> waiting = control.queue().waiting();
        Instant recent = Instant.now().minus(RECENT);
        Stream<Job> listed =
                control.jobs().all().stream()
                        .filter(j -> all || j.nudge().isOpen() || !j.hasEndedBefore(recent))
                        .sorted(JobQueue.listOrder(waiting));
        return of(listed, control.queue().reasons(waiting));
    }

    public List<Job> all() {
        return control.jobs().all();
    }

    /// Returns why jobs wait in the queue, by number.
    Map<Long, WaitReason> waiting() {
        return control.queue().reasons(control.queue().waiting());
    }

    /// Returns the numbers of the jobs that these words select, in the order of the words, each
    /// once.
    public List<Long> numbers(List<JobSelector> words) {
        List<Job> all = control.jobs().all();
        return words.stream().flatMap(word -> numbers(word, all)).distinct().toList();
    }

    private static Stream<Long> numbers(JobSelector word, List<Job> all) {
        long last = all.isEmpty() ? 0 : all.getLast().number();
        List<Job> found = all.stream().filter(job -> word.selects(job, last)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(word.unknown(all, JobSelector.FOR_PERSON));
        }
        return found.stream().map(Job::number);
    }

    /// Returns the numbers of the jobs that one word selects. A number is returned unchanged,
    /// whether there is such a job or not.
    public List<Long> numbers(JobSelector word) {
        return word instanceof JobSelector.One(long number)
                ? List.of(number)
                : numbers(List.of(word));
    }

    /// Returns the number of the one job that is selected; of several with a label, the newest.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public long number(JobSelector word) {
        List<Long> found = numbers(word);
        if (found.size() > 1 && !(word instanceof JobSelector.Label)) {
            String numbers = found.toString().replaceAll("[\\[\\]]", "");
            throw new IllegalArgumentException(
                    "\"%s\" means several jobs: %s. Name one of them."
                            .formatted(word.word(), numbers));
        }
        return Collections.max(found);
    }

    public JobSnapshot of(long number) {
        return ended(withReport(control.jobs().require(number).job(), new HashMap<>()));
    }

    /// @param waiting as from [#waiting]
    List<JobSnapshot> of(Stream<Job> some, Map<Long, WaitReason> waiting) {
        Map<NudgeTarget, Boolean> known = new HashMap<>();
        return withOutput(some.map(job -> withReport(job, known)), waiting);
    }

    private List<JobSnapshot> withOutput(Stream<Job> some, Map<Long, WaitReason> waiting) {
        return some.map(job -> withOutput(job, Optional.ofNullable(waiting.get(job.number()))))
                .toList();
    }

    public boolean isKnown(long number) {
        return control.jobs().find(number).isPresent();
    }

    /// Begins to report changes. Close it in the end.
    public JobFeed feed() {
        return new JobFeed(control.jobs(), this);
    }

    public List<NewsReport> news(long number) {
        return NewsReport.of(control.jobs().require(number).job());
    }

    /// Returns what the processes of a job use now; nothing if it has none. Reads the whole process
    /// table.
    public ProcessLoad load(long number) {
        return control.family().load(number);
    }

    /// Returns one job, and where its output and its terminal are.
    public FoundJob find(long number) {
        return found(of(number));
    }

    /// Returns a job that has just been started, without a look at its agent.
    FoundJob started(Job job) {
        return found(ended(job));
    }

    List<JobSnapshot> started(List<Job> some) {
        return withOutput(some.stream(), waiting());
    }

    private FoundJob found(JobSnapshot job) {
        long number = job.number();
        return new FoundJob(
                job,
                control.store().directory(number).output(),
                control.store().readHole(number).orElse(LogHole.NONE),
                control.terminals().socket(control.jobs().require(number).job()));
    }

    /// Connects to the terminal of a job.
    ///
    /// @throws IOException if the job has none, or has ended; the message says what to do
    public TerminalConnection terminal(long number) throws IOException {
        return TerminalConnection.open(socket(number));
    }

    /// Returns the socket of a job's terminal, which has been reached.
    ///
    /// @throws IOException as above
    public Path requireTerminal(long number) throws IOException {
        Path socket = socket(number);
        TerminalConnection.open(socket).close();
        return socket;
    }

    /// Returns what to throw if the job's terminal no longer exists, since it has ended.
    public static IOException hasEnded(long job) {
        return new IOException("Job %d has ended. Its output: nudge logs %1$d".formatted(job));
    }

    private Path socket(long number) throws IOException {
        Job job = control.jobs().require(number).job();
        Optional<Path> socket = control.terminals().socket(job);
        if (socket.isPresent()) {
            return socket.get();
        }
        if (job.isEnded()) {
            throw hasEnded(number);
        }
        String reason =
                job.spec().terminal().isPresent() && job.startedAt().isEmpty()
                        ? "not been started yet; it gets its terminal when it starts. See: nudge show %1$d"
                        : "no terminal. To give it one, start it with: nudge run --pty";
        throw new IOException(("Job %1$d has " + reason).formatted(number));
    }

    private Job withReport(Job job, Map<NudgeTarget, Boolean> known) {
        boolean isStuck =
                job.isEnded()
                        && job.nudge().isOpen()
                        && job.target()
                                .filter(t -> known.computeIfAbsent(t, agents::canBeTold))
                                .isEmpty();
        return isStuck ? job.withNudge(new NudgeState.Undelivered()) : job;
    }

    /// Returns a job that has just ended, without a look at its agent.
    public JobSnapshot ended(Job job) {
        return withOutput(
                job,
                job.state().isWaiting() || job.cluster().isPresent()
                        ? Optional.ofNullable(waiting().get(job.number()))
                        : control.queue().condition(job));
    }

    private JobSnapshot withOutput(Job job, Optional<WaitReason> waiting) {
        boolean isBinary = upkeep.binaries().bytes(job).isPresent();
        return new JobSnapshot(job, written(job.number()), isBinary, waiting);
    }

    /// Returns how many bytes a job has written; empty if that is not known.
    OptionalLong written(long number) {
        try {
            return OptionalLong.of(Files.size(control.store().directory(number).output()));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
