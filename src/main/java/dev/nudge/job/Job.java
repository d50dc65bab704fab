package dev.nudge.job;

import dev.nudge.job.JobEvent.JobTransition;
import dev.nudge.job.JobState.Attempt;
import dev.nudge.job.Queueing.Retry;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A job at one moment.
///
/// @param number from 1, never used again
/// @param reporting what is reported of it, and to whom
/// @param stopReason why it was stopped, if it was; one line for a person, without a full stop
/// @param attempts the starts of its command before the last one, oldest first
public record Job(
        long number,
        JobSpec spec,
        Instant createdAt,
        JobState state,
        Reporting reporting,
        Optional<String> stopReason,
        List<Attempt> attempts) {
    public Job {
        attempts = List.copyOf(attempts);
        if (number < 1) {
            throw new IllegalArgumentException("job number " + number + " is below 1");
        }
    }

    public Optional<NudgeTarget> target() {
        return reporting.target();
    }

    public NudgeState nudge() {
        return reporting.nudge();
    }

    public Optional<News.Interim> interim() {
        return reporting.interim();
    }

    public static Job starting(
            long number, JobSpec spec, Instant createdAt, Optional<NudgeTarget> target) {
        return made(number, spec, createdAt, target, new JobState.Starting(), List.of());
    }

    public static Job queued(
            long number, JobSpec spec, Instant createdAt, Optional<NudgeTarget> target) {
        return made(number, spec, createdAt, target, new JobState.Queued(false), List.of());
    }

    private static Job made(
            long number,
            JobSpec spec,
            Instant createdAt,
            Optional<NudgeTarget> target,
            JobState state,
            List<Attempt> attempts) {
        Reporting none = Reporting.of(target, spec.telling());
        return new Job(number, spec, createdAt, state, none, Optional.empty(), attempts);
    }

    /// Returns the job after this event; the same job if the event changes nothing.
    public Job after(JobEvent event) {
        JobState next = JobTransition.next(state, event);
        return next == null ? this : withState(next, stopReason(event), attempts(event));
    }

    private List<Attempt> attempts(JobEvent event) {
        return Stream.concat(attempts.stream(), Attempt.of(state, event).stream()).toList();
    }

    /// Returns the job once it waits to be started again under its number, in this way; the same if
    /// it has not ended, or not all its news are settled. Its log holds `outputEnd` bytes.
    public Job restarted(JobSpec next, long outputEnd) {
        JobEvent event = new JobEvent.Restarted(outputEnd);
        JobState queued = JobTransition.next(state, event);
        return queued != null && isSettled()
                ? made(number, next, createdAt, target(), queued, attempts(event))
                : this;
    }

    /// Returns how often its command was started again after a failure, since the last restart.
    public int retries() {
        return (int) attempts.reversed().stream().takeWhile(past -> !past.isRun()).count();
    }

    /// Returns the number of its end among its news: [News#END], and one less for each restart.
    public long endNumber() {
        return News.END - attempts.stream().filter(Attempt::isRun).count();
    }

    /// Returns whether its command is to be started again if it ends like this now.
    public boolean isRetriedAfter(ExitStatus status) {
        return isRunning()
                && stopReason.isEmpty()
                && spec.queueing().retry().filter(retry -> isDue(retry, status)).isPresent();
    }

    private boolean isDue(Retry retry, ExitStatus status) {
        if (status.equals(ExitStatus.Lost.BY_REBOOT)) {
            // A job that brings the machine down must not do so for ever.
            return retry.isAfterReboot() && retries() < Retry.MOST;
        }
        long failures =
                attempts.subList(attempts.size() - retries(), attempts.size()).stream()
                        .filter(past -> past.end().status() instanceof ExitStatus.Exited)
                        .count();
        return status instanceof ExitStatus.Exited
                && !status.isSuccess()
                && failures < retry.times();
    }

    /// Returns the job, which runs, once it is not to be started again, for a reason of one line.
    public Job notRetried(String reason) {
        return isRunning() && spec.queueing().retry().isPresent()
                ? withState(state, Optional.of(reason), attempts)
                : this;
    }

    /// Takes [#notRetried] back.
    public Job retriedAgain(String reason) {
        return isRunning() && stopReason.equals(Optional.of(reason))
                ? withState(state, Optional.empty(), attempts)
                : this;
    }

    /// Returns the job, which waits, once it is not to be started any more, and why it never was.
    /// If its command has been started before, its end is that of the last time.
    public Job givenUp(ExitStatus unstarted, Instant at) {
        if (retries() == 0) {
            return after(new JobEvent.EndSeen(unstarted, at));
        }
        JobState.Ended last = attempts.getLast().end();
        String reason =
                unstarted instanceof ExitStatus.NotStarted(String why) ? why : unstarted.words();
        return withState(state, stopReason, attempts.subList(0, attempts.size() - 1))
                .after(new JobEvent.Started(last.launch().orElseThrow()))
                .after(new JobEvent.StopRequested(reason))
                .after(new JobEvent.EndSeen(last.status(), last.at()));
    }

    /// Returns the earliest time at which its command may be started; empty for any time.
    public Optional<Instant> notBefore() {
        return retries() == 0
                ? spec.queueing().notBefore()
                : spec.queueing()
                        .retry()
                        .map(retry -> attempts.getLast().end().at().plus(retry.delay()));
    }

    /// Returns the offset in its log at which the output of its last start begins.
    public long outputStart() {
        return attempts.isEmpty() ? 0 : attempts.getLast().outputEnd();
    }

    /// A signal that its command was sent has nothing to do with the next run.
    private Optional<String> stopReason(JobEvent event) {
        return switch (event) {
            case JobEvent.StopRequested(String reason, _) -> Optional.of(reason);
            case JobEvent.Requeued _ -> Optional.empty();
            default -> stopReason;
        };
    }

    private Job withState(JobState next, Optional<String> reason, List<Attempt> nextAttempts) {
        Reporting told = reporting.in(next, spec.telling());
        return new Job(number, spec, createdAt, next, told, reason, nextAttempts);
    }

    /// Returns the job after an event of the nudge of its end.
    public Job after(NudgeEvent event) {
        return with(reporting.after(event));
    }

    /// Returns the job after an event of the nudge of the news with this number; the same if there
    /// has been other news since.
    public Job after(long news, NudgeEvent event) {
        if (news <= News.END) {
            return news == endNumber() ? after(event) : this;
        }
        return with(reporting.after(news, event));
    }

    public Job afterForAll(NudgeEvent event) {
        return with(reporting.afterForAll(event));
    }

    private Job with(Reporting next) {
        return new Job(number, spec, createdAt, state, next, stopReason, attempts);
    }

    public Job withNudge(NudgeState next) {
        return with(reporting.withNudge(next));
    }

    public Job withSpec(JobSpec next) {
        return new Job(number, next, createdAt, state, reporting, stopReason, attempts);
    }

    /// Returns the number by which it is started among jobs of its priority.
    public long place() {
        return spec.queueing().place().orElse(number);
    }

    public Job withTarget(NudgeTarget next) {
        return with(reporting.withTarget(next));
    }

    /// Returns the job waiting for an answer to this question. A question that it has asked before
    /// keeps the state of its nudge; a job that has ended does not ask.
    public Job asking(Question asked, Instant at) {
        return isEnded() ? this : with(reporting.asking(asked, at, spec.telling()));
    }

    /// Returns the watch with a line that it found. Lines not reported yet are reported together.
    public Job found(String line, Instant at) {
        return isEnded() ? this : with(reporting.found(line, at, spec.telling()));
    }

    public Optional<Question> question() {
        return asks().map(News.Asks::question);
    }

    public Optional<News.Asks> asks() {
        return reporting.asks();
    }

    public Job notAsking() {
        return with(reporting.notAsking());
    }

    /// Returns its news: the end last, if it has ended.
    public Stream<News> news() {
        return Stream.concat(interim().stream(), end().stream());
    }

    /// Returns the news of this number; empty if the job has no such news, or other news since.
    public Optional<News> news(long wanted) {
        return news().filter(news -> news.number() == wanted).findFirst();
    }

    private Optional<News> end() {
        return state.ended().map(end -> new News.Ended(endNumber(), end.at(), nudge()));
    }

    /// Returns whether none of its news ever has to be reported again.
    public boolean isSettled() {
        return reporting.isSettled();
    }

    public Condition condition() {
        return Condition.of(this);
    }

    public boolean isAsking() {
        return state.isRunning() && question().isPresent();
    }

    /// Returns whether a limit of time, its own or its cluster's, was the reason to stop it.
    boolean hasRunTooLong() {
        return stopReason.filter(spec.limits()::isTimeLimit).isPresent();
    }

    public Optional<Instant> startedAt() {
        return state.launched().map(JobState.Launch::at);
    }

    public Optional<Instant> endedAt() {
        return state.ended().map(JobState.Ended::at);
    }

    public Optional<ExitStatus> exitStatus() {
        return state.ended().map(JobState.Ended::status);
    }

    /// Returns whether it is a timer or a watch that was killed.
    public boolean isCancelled() {
        return condition() == Condition.CANCELLED;
    }

    /// Returns why it was stopped, not started, skipped or lost, in one line; empty otherwise.
    public Optional<String> reason() {
        return stopReason.or(() -> exitStatus().flatMap(ExitStatus::why));
    }

    /// Returns what became of it as the end of a sentence: `failed (exit code 3)`, `timed out
    /// (signal SIGTERM, timeout of 10 s)`, `was skipped (job 17 failed)`.
    public String ending() {
        Optional<String> how =
                exitStatus()
                        .filter(status ->
                                !isCancelled() && !status.isSuccess() && status.why().isEmpty())
                        .map(ExitStatus::words);
        String details =
                Stream.of(how, reason())
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(", "));
        return condition().ending() + (details.isEmpty() ? "" : " (" + details + ")");
    }

    /// Returns how it ended, in words for a person: `exit code 3`.
    public String outcome() {
        return isCancelled()
                ? "cancelled"
                : exitStatus().map(ExitStatus::words).orElse("its end is not recorded yet");
    }

    public boolean isQueued() {
        return state instanceof JobState.Queued;
    }

    public Optional<ClusterJob> cluster() {
        return state.cluster();
    }

    public boolean isPaused() {
        return state.paused().isPresent();
    }

    /// Returns whether its command runs, or is paused, and nobody has asked it to stop.
    public boolean isRunning() {
        return state.isActive();
    }

    public boolean isEnded() {
        return state.ended().isPresent();
    }

    public boolean hasEndedBefore(Instant time) {
        return endedAt().filter(end -> end.isBefore(time)).isPresent();
    }

    public boolean hasSucceeded() {
        return exitStatus().filter(ExitStatus::isSuccess).isPresent();
    }

    /// Returns whether it has ended in any other way.
    public boolean hasFailed() {
        return isEnded() && !hasSucceeded();
    }
}
