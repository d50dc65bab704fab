package dev.nudge.job;

import java.time.Instant;
import java.util.Optional;

/// A job at one moment.
///
/// @param number from 1, never used again
/// @param target the agent to notify of its end; empty means nobody
/// @param stopReason why it was stopped, if it was; one line for a person, without a full stop
/// @param question the last question of a job on a terminal; empty if there was none yet
public record Job(
        long number,
        JobSpec spec,
        Instant createdAt,
        JobState state,
        Optional<NudgeTarget> target,
        Nudge nudge,
        Optional<String> stopReason,
        Optional<Asked> question) {
    public Job {
        if (number < 1) {
            throw new IllegalArgumentException("job number " + number + " is below 1");
        }
    }

    /// Returns a job that is about to be started.
    ///
    /// @param target the agent to notify of its end, if its specification lets anybody be notified
    public static Job starting(
            long number, JobSpec spec, Instant createdAt, Optional<NudgeTarget> target) {
        return new Job(
                number,
                spec,
                createdAt,
                new JobState.Starting(),
                target,
                isTold(target, spec) ? new Nudge.Pending() : new Nudge.Off(),
                Optional.empty(),
                Optional.empty());
    }

    private static boolean isTold(Optional<NudgeTarget> target, JobSpec spec) {
        return target.isPresent() && spec.telling() != Telling.SILENT;
    }

    /// Returns the job after this event; the same job if the event changes nothing.
    public Job after(JobEvent event) {
        return JobTransition.next(state, event)
                .map(next -> withState(next, stopReason(event)))
                .orElse(this);
    }

    private Optional<String> stopReason(JobEvent event) {
        return event instanceof JobEvent.StopRequested(String reason)
                ? Optional.of(reason)
                : stopReason;
    }

    /// Returns the job in the next state. An end that nobody is to be notified of closes the nudge;
    /// a job that has ended no longer waits for an answer.
    private Job withState(JobState next, Optional<String> reason) {
        boolean isUnwanted =
                next instanceof JobState.Ended end && !spec.telling().isFor(end.status());
        Nudge left = isUnwanted ? nudge.after(new NudgeEvent.Unwanted()) : nudge;
        Optional<Asked> asked =
                next instanceof JobState.Ended ? question.map(q -> q.standing(false)) : question;
        return new Job(number, spec, createdAt, next, target, left, reason, asked);
    }

    /// Returns the job after an event of its nudge.
    public Job after(NudgeEvent event) {
        return withNudge(nudge.after(event));
    }

    /// Returns the job with this state of its nudge.
    public Job withNudge(Nudge next) {
        return new Job(number, spec, createdAt, state, target, next, stopReason, question);
    }

    /// Returns the job bound to another agent.
    public Job withTarget(NudgeTarget next) {
        return new Job(
                number, spec, createdAt, state, Optional.of(next), nudge, stopReason, question);
    }

    /// Returns the job waiting for an answer to this question. A question that it has asked before
    /// keeps the state of its nudge; a job that has ended does not ask.
    ///
    /// @param at now
    public Job asking(Question asked, Instant at) {
        if (isEnded()) {
            return this;
        }
        Optional<Asked> known = question.filter(q -> q.question().id() == asked.id());
        return withQuestion(known.map(q -> q.standing(true)).orElseGet(() -> first(asked, at)));
    }

    private Asked first(Question asked, Instant at) {
        Nudge fresh = isTold(target, spec) ? new Nudge.Pending() : new Nudge.Off();
        return new Asked(asked, at, true, fresh);
    }

    /// Returns the job, a watch, with a line that it has found. Lines not reported yet are reported
    /// together.
    ///
    /// @param at now
    public Job found(String line, Instant at) {
        if (isEnded()) {
            return this;
        }
        long id = question.map(q -> q.question().id()).orElse(0L) + 1;
        return withQuestion(first(Question.found(id, untoldLines(), line), at));
    }

    /// Returns the lines that a watch has found and that have not been reported yet.
    public Optional<Question> untoldLines() {
        return question.filter(q -> q.nudge() instanceof Nudge.Pending)
                .map(Asked::question)
                .filter(q -> q.kind() == Question.Kind.MATCH);
    }

    /// Returns the job once its question has been answered, or has disappeared.
    public Job notAsking() {
        return question.map(q -> withQuestion(q.standing(false))).orElse(this);
    }

    /// Returns the job after an event of its question's nudge, if it has a question.
    public Job questionAfter(NudgeEvent event) {
        return question.map(q -> withQuestion(q.withNudge(q.nudge().after(event)))).orElse(this);
    }

    private Job withQuestion(Asked next) {
        return new Job(
                number, spec, createdAt, state, target, nudge, stopReason, Optional.of(next));
    }

    /// Returns whether its end, or its question, has not been reported yet.
    public boolean isToBeTold() {
        return nudge.isOpen() || question.filter(Asked::isOpen).isPresent();
    }

    /// Returns whether neither its end nor its question ever has to be reported again.
    public boolean isSettled() {
        return nudge.isSettled()
                && question.filter(Asked::isOpen).isEmpty()
                && question.filter(q -> q.nudge() instanceof Nudge.Taken).isEmpty();
    }

    /// Returns whether it is over.
    public boolean isEnded() {
        return state instanceof JobState.Ended;
    }
}
