package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.job.JobState;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Paused;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.JobState.Queued;
import dev.nudge.job.JobState.Running;
import dev.nudge.job.JobState.Starting;
import dev.nudge.job.JobState.Stopping;
import dev.nudge.job.JobState.Submitted;
import dev.nudge.job.Queueing;
import dev.nudge.job.Reporting;
import dev.nudge.job.Telling;
import dev.nudge.job.VirtualTask;
import dev.nudge.job.VirtualTask.Timer;
import dev.nudge.job.VirtualTask.Watch;
import dev.nudge.job.WindowSize;
import dev.nudge.job.Words;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.job.record.AttemptRecord.ClusterRecord;
import dev.nudge.job.record.QuestionRecord.ReportRecord;
import dev.nudge.text.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A job in its form on disk, `job.json`, in snake case; answers show more: [JobJson]. Append only:
/// a released name keeps its meaning, unknown ones are ignored. What does not apply is null.
///
/// @param state in the words of [JobState]
/// @param pid the process of the command; null before it runs, and for a timer or a watch
/// @param exitCode 0 to 255, if the command ended by itself
/// @param signal `SIGKILL`, if a signal ended it
/// @param notStarted why it never ran
/// @param lost why nobody knows how it ended
/// @param nudge `off`, `pending`, `undelivered` (in answers only), `answered`, `received`, `taken`,
///   `delivered` or `handed_over`
/// @param nudgeText the message that was being typed when this was written, after a line end if it
///   was typed for an earlier agent too, and before another and its id; for a received one, the
///   path of the agent's transcript; for one told in a turn that may still be cancelled, the hook's
///   process, that path and the message
/// @param nudgedAt when the agent had the message; if pending, when its agent was known to be gone
/// @param telling `inject`, `notify`, `silent` or `on_failure`
/// @param excerpt `start`, `end` or `auto`
/// @param lifeSpan `outlive` or `with_agent`
/// @param stopReason why it was stopped, if it was
/// @param terminal the size of its terminal when it started, `120x30`; null for a plain job
/// @param question what it waits for somebody to type, or waited for last; of a watch, the lines
///   that it has found; null if there has been neither yet
/// @param virtual what it waits for instead of running the command; null for a job that runs it
/// @param skipped why it was skipped: which job did not succeed before it
/// @param queue what it waits for before it is started; null for nothing
/// @param attempts the starts of its command before the last one; null if there are none
/// @param bounds what it may use of the machine; null for all
/// @param pause how it is paused, or was before it continued; null if it never was, or was ended in
///   its first pause
/// @param cluster where it is or was in a cluster; null on this machine
/// @param stopGraceMs how many milliseconds it may take to end; missing unless it is to be stopped
/// @param report what was reported of its end, and to whom; null while `nudge` is neither
///   `delivered` nor `handed_over`, or while the turn with the message may still be cancelled
public record JobRecord(
        long job,
        String command,
        String cwd,
        @Nullable String label,
        Instant createdAt,
        String state,
        @Nullable Long pid,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Integer exitCode,
        @Nullable String signal,
        @Nullable String notStarted,
        @Nullable String lost,
        String nudge,
        @Nullable String nudgeText,
        @Nullable Instant nudgedAt,
        @Nullable NudgeTarget target,
        String telling,
        String excerpt,
        String lifeSpan,
        @Nullable Long timeoutSeconds,
        @Nullable Long silenceTimeoutSeconds,
        @Nullable String stopReason,
        @Nullable String terminal,
        @Nullable QuestionRecord question,
        @Nullable VirtualRecord virtual,
        @Nullable ReportRecord report,
        @Nullable String skipped,
        @Nullable QueueRecord queue,
        @Nullable List<AttemptRecord> attempts,
        @Nullable BoundsRecord bounds,
        @Nullable PauseRecord pause,
        @Nullable ClusterRecord cluster,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long stopGraceMs) {

    public static JobRecord of(Job job) {
        ExitStatus status = job.exitStatus().orElse(null);
        return new JobRecord(
                job.number(),
                job.spec().command(),
                job.spec().cwd(),
                job.spec().label().orElse(null),
                job.createdAt(),
                job.state().word(),
                job.state().launched().map(Launch::pid).map(JobRecord::orNull).orElse(null),
                job.startedAt().orElse(null),
                job.endedAt().orElse(null),
                status instanceof ExitStatus.Exited(int code) ? code : null,
                status instanceof ExitStatus.Signaled(var by) ? by.name() : null,
                status instanceof ExitStatus.NotStarted(var why) ? why : null,
                status instanceof ExitStatus.Lost(var why) ? why : null,
                job.nudge().word(),
                job.nudge().recordedText().orElse(null),
                job.nudge().changedAt().orElse(null),
                job.target().orElse(null),
                Words.of(job.spec().telling()),
                Words.of(job.spec().excerpt()),
                Words.of(job.spec().limits().lifeSpan()),
                job.spec().limits().timeout().map(Duration::toSeconds).orElse(null),
                job.spec().limits().silenceTimeout().map(Duration::toSeconds).orElse(null),
                job.stopReason().orElse(null),
                job.spec().terminal().map(WindowSize::toString).orElse(null),
                job.interim().map(QuestionRecord::of).orElse(null),
                job.spec().virtual().map(VirtualRecord::of).orElse(null),
                ReportRecord.of(job.nudge()),
                status instanceof ExitStatus.Skipped(var why) ? why : null,
                QueueRecord.of(job.spec().queueing()),
                AttemptRecord.of(job),
                BoundsRecord.of(job.spec().limits().bounds()),
                PauseRecord.of(job.state()),
                ClusterRecord.of(job.cluster()),
                job.state().stopGrace().map(Duration::toMillis).orElse(null));
    }

    /// @throws IllegalArgumentException if the record contradicts itself; the message says where
    public Job toJob() {
        JobSpec spec =
                new JobSpec(
                        command,
                        cwd,
                        Optional.ofNullable(terminal).map(WindowSize::parse),
                        Optional.ofNullable(virtual).map(VirtualRecord::toTask),
                        Optional.ofNullable(label),
                        Words.named(Telling.class, "telling", require(telling, "telling")),
                        Words.named(ExcerptChoice.class, "excerpt", require(excerpt, "excerpt")),
                        limits(),
                        queue == null ? Queueing.NONE : queue.restore());
        return new Job(
                job,
                spec,
                createdAt,
                jobState(),
                new Reporting(
                        Optional.ofNullable(target),
                        nudgeState(),
                        Optional.ofNullable(question).map(QuestionRecord::toNews)),
                Optional.ofNullable(stopReason),
                attempts == null
                        ? List.of()
                        : attempts.stream().map(AttemptRecord::restore).toList());
    }

    private JobLimits limits() {
        return new JobLimits(
                Words.named(LifeSpan.class, "life_span", require(lifeSpan, "life_span")),
                Optional.ofNullable(timeoutSeconds).map(Duration::ofSeconds),
                Optional.ofNullable(silenceTimeoutSeconds).map(Duration::ofSeconds),
                bounds == null ? Bounds.NONE : bounds.restore());
    }

    private JobState jobState() {
        return switch (state) {
            case "queued" -> new Queued(false);
            case "held" -> new Queued(true);
            case "starting" -> new Starting();
            case "submitted" ->
                    new Submitted(
                            require(cluster, "cluster").restore(),
                            Optional.ofNullable(stopGraceMs).map(Duration::ofMillis));
            case "running" -> new Running(requireLaunch());
            case "paused" -> require(pause, "pause").state(requireLaunch());
            case "stopping" ->
                    new Stopping(
                            requireLaunch(),
                            Duration.ofMillis(require(stopGraceMs, "stop_grace_ms")));
            case "ended" ->
                    new Ended(launch(), exitStatus(), require(endedAt, "ended_at"), waitedIn());
            default ->
                    throw new IllegalArgumentException(
                            "job " + job + ": unknown state \"" + state + "\"");
        };
    }

    private Optional<Launch> launch() {
        return startedAt == null ? Optional.empty() : Optional.of(requireLaunch());
    }

    private Optional<ClusterJob> waitedIn() {
        return startedAt == null
                ? Optional.ofNullable(cluster).map(ClusterRecord::restore)
                : Optional.empty();
    }

    private Launch requireLaunch() {
        OptionalLong process =
                virtual == null ? OptionalLong.of(require(pid, "pid")) : OptionalLong.empty();
        return new Launch(
                process,
                require(startedAt, "started_at"),
                PauseRecord.earlier(pause),
                Optional.ofNullable(cluster).map(ClusterRecord::restore));
    }

    static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }

    private ExitStatus exitStatus() {
        return require(
                AttemptRecord.status(exitCode, signal, notStarted, skipped, lost).orElse(null),
                "exit_code, signal, not_started, skipped or lost");
    }

    private NudgeState nudgeState() {
        try {
            return NudgeState.of(nudge, nudgeText, nudgedAt, ReportRecord.restore(report));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("job " + job + ": " + e.getMessage(), e);
        }
    }

    private <T> T require(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException("job " + job + ": " + state + " without " + name);
        }
        return value;
    }

    /// [Bounds] as flat data, in a [JobRecord]. Append only, as that is.
    ///
    /// @param memory the most memory, in bytes; null for no bound
    /// @param memoryBy `systemd`, `cgroup` or `ulimit`; null before the start
    /// @param cpus the most processors; null for no bound
    /// @param cpusBy `systemd`, `cgroup` or `taskset`; null before the start
    /// @param nice the niceness, -20 to 19; null if none was given
    /// @param niceBy `renice`; null before the start
    public record BoundsRecord(
            OptionalLong memory,
            Optional<String> memoryBy,
            OptionalDouble cpus,
            Optional<String> cpusBy,
            OptionalInt nice,
            Optional<String> niceBy) {
        static @Nullable BoundsRecord of(Bounds bounds) {
            return bounds.isNone()
                    ? null
                    : new BoundsRecord(
                            bounds.memory(),
                            bounds.ways().memory().map(Words::of),
                            bounds.cpus(),
                            bounds.ways().cpus().map(Words::of),
                            bounds.nice(),
                            bounds.ways().nice().map(Words::of));
        }

        Bounds restore() {
            Ways ways = new Ways(way(memoryBy), way(cpusBy), way(niceBy));
            return new Bounds(memory, cpus, nice, ways);
        }

        private static Optional<BoundWay> way(Optional<String> word) {
            return word.flatMap(w -> Words.find(BoundWay.class, w));
        }
    }

    /// A [VirtualTask] as flat data, in a [JobRecord]. Append only, as that is.
    ///
    /// @param kind `timer` or `watch`
    /// @param file in which the watch looks for lines
    /// @param job the job whose output the file is; null for another file
    public record VirtualRecord(
            String kind,
            @Nullable Instant due,
            @Nullable String note,
            @Nullable String file,
            @Nullable Long job,
            @Nullable String pattern,
            @Nullable Integer times) {
        private static final String TIMER = "timer";
        private static final String WATCH = "watch";

        static VirtualRecord of(VirtualTask task) {
            return switch (task) {
                case Timer(Instant due, String note) ->
                        new VirtualRecord(TIMER, due, note, null, null, null, null);
                case Watch(OptionalLong job, Path file, String pattern, int times) ->
                        new VirtualRecord(
                                WATCH, null, null, Bytes.text(file), orNull(job), pattern, times);
            };
        }

        VirtualTask toTask() {
            return switch (kind) {
                case TIMER -> new Timer(require(due, "due"), require(note, "note"));
                case WATCH ->
                        new Watch(
                                job == null ? OptionalLong.empty() : OptionalLong.of(job),
                                Bytes.path(require(file, "file")),
                                require(pattern, "pattern"),
                                require(times, "times"));
                default -> throw new IllegalArgumentException("unknown task \"" + kind + "\"");
            };
        }

        private <T> T require(@Nullable T value, String name) {
            return Objects.requireNonNull(value, kind + " without " + name);
        }
    }

    /// The pauses of a job as flat data, in a [JobRecord]. Append only, as that is.
    ///
    /// @param at when it was paused; null unless it is paused now
    /// @param ranMs for how many milliseconds its command had run by then, without pauses; null too
    /// @param withGroup true if it is paused together with its group, otherwise null
    /// @param earlierMs how many milliseconds its earlier pauses took together; null without one
    /// @param continuedAt when the last of these was over; null if there was none
    /// @param toContinue true if it is to continue once its cluster can be reached, otherwise
    ///   missing
    public record PauseRecord(
            @Nullable Instant at,
            @Nullable Long ranMs,
            @Nullable Boolean withGroup,
            @Nullable Long earlierMs,
            @Nullable Instant continuedAt,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean toContinue) {
        static @Nullable PauseRecord of(JobState state) {
            Pauses earlier = state.launched().map(Launch::pauses).orElse(Pauses.NONE);
            Long total = earlier.lastEnd().isEmpty() ? null : earlier.total().toMillis();
            Instant lastEnd = earlier.lastEnd().orElse(null);
            if (state instanceof Paused paused) {
                return new PauseRecord(
                        paused.at(),
                        paused.ran().toMillis(),
                        orNull(paused.isWithGroup()),
                        total,
                        lastEnd,
                        orNull(paused.isToContinue()));
            }
            return total == null ? null : new PauseRecord(null, null, null, total, lastEnd, null);
        }

        private static @Nullable Boolean orNull(boolean value) {
            return value ? true : null;
        }

        static Pauses earlier(@Nullable PauseRecord record) {
            return record == null
                    ? Pauses.NONE
                    : new Pauses(
                            Duration.ofMillis(Objects.requireNonNullElse(record.earlierMs, 0L)),
                            Optional.ofNullable(record.continuedAt));
        }

        Paused state(Launch launch) {
            if (at == null || ranMs == null) {
                throw new IllegalArgumentException("a paused job without \"at\" and \"ran_ms\"");
            }
            return new Paused(
                    launch,
                    at,
                    Duration.ofMillis(ranMs),
                    Boolean.TRUE.equals(withGroup),
                    Boolean.TRUE.equals(toContinue));
        }
    }
}
