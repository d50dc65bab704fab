package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Queued;
import dev.nudge.job.JobState.Running;
import dev.nudge.job.JobState.Starting;
import dev.nudge.job.JobState.Stopping;
import dev.nudge.job.JobState.Submitted;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Reporting;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.job.cluster.ClusterJob;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A job as flat data, in its form on disk: `job.json`, in snake case. Answers show the same and
/// more: [JobJson]. Append only: a released name keeps its meaning forever, and unknown names are
/// ignored. Values that do not apply are null.
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
/// @param nudgedAt when the agent had taken the message; for a message that is still pending, when
///   the agent for which it was being typed was known to be gone
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
/// @param pause how it is paused, or was before it continued; null if it has not been paused, or
///   was ended in its first pause
/// @param cluster where it runs, or has run, in a cluster, or waits or has waited there; null on
///   this machine
/// @param stopGraceMs how many milliseconds it may take to end by itself; missing unless it is to
///   be stopped now
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

    /// Flattens a job.
    public static JobRecord of(Job job) {
        Optional<ExitStatus> status = job.exitStatus();
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
                status.map(s -> s instanceof ExitStatus.Exited(int code) ? code : null)
                        .orElse(null),
                status.map(s -> s instanceof ExitStatus.Signaled(var sig) ? sig.name() : null)
                        .orElse(null),
                status.map(s -> s instanceof ExitStatus.NotStarted(var why) ? why : null)
                        .orElse(null),
                status.map(s -> s instanceof ExitStatus.Lost(var why) ? why : null).orElse(null),
                job.nudge().word(),
                job.nudge().recordedText().orElse(null),
                job.nudge().changedAt().orElse(null),
                job.target().orElse(null),
                job.spec().telling().word(),
                job.spec().excerpt().word(),
                job.spec().limits().lifeSpan().word(),
                job.spec().limits().timeout().map(Duration::toSeconds).orElse(null),
                job.spec().limits().silenceTimeout().map(Duration::toSeconds).orElse(null),
                job.stopReason().orElse(null),
                job.spec().terminal().map(WindowSize::toString).orElse(null),
                job.interim().map(QuestionRecord::of).orElse(null),
                job.spec().virtual().map(VirtualRecord::of).orElse(null),
                ReportRecord.of(job.nudge()),
                status.map(s -> s instanceof ExitStatus.Skipped(var why) ? why : null).orElse(null),
                QueueRecord.of(job.spec().queueing()),
                AttemptRecord.of(job),
                BoundsRecord.of(job.spec().limits().bounds()),
                PauseRecord.of(job.state()),
                ClusterRecord.of(job.cluster()),
                job.state().stopGrace().map(Duration::toMillis).orElse(null));
    }

    /// Restores the job.
    ///
    /// @throws IllegalArgumentException if the record contradicts itself; the message says where
    public Job toJob() {
        JobSpec spec =
                new JobSpec(
                        new JobSpec.Work(
                                command,
                                cwd,
                                Optional.ofNullable(terminal).map(WindowSize::parse),
                                Optional.ofNullable(virtual).map(VirtualRecord::toTask)),
                        Optional.ofNullable(label),
                        Telling.named("telling", require(telling, "telling")),
                        ExcerptChoice.named("excerpt", require(excerpt, "excerpt")),
                        limits(),
                        QueueRecord.restore(queue));
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
                AttemptRecord.restore(attempts));
    }

    private JobLimits limits() {
        return new JobLimits(
                LifeSpan.named("life_span", require(lifeSpan, "life_span")),
                Optional.ofNullable(timeoutSeconds).map(Duration::ofSeconds),
                Optional.ofNullable(silenceTimeoutSeconds).map(Duration::ofSeconds),
                BoundsRecord.restore(bounds));
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
}
