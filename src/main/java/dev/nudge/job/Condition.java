package dev.nudge.job;

import java.util.Locale;

/// How a job is, in the one vocabulary for people: in lists and sheets, sentences, menus, status
/// lines, on the page, and as `condition` in JSON. A [JobState] is what the machine distinguishes.
public enum Condition {
    /// It waits in the queue.
    QUEUED("…", "waits in the queue"),
    /// It waits in the queue, and is not started until it is released.
    HELD("…", "waits in the queue"),
    /// Its cluster has it, and has not started it yet.
    SUBMITTED("…", "waits in its cluster, which decides when to start it"),
    STARTING("▶", "is still starting; try again in some seconds"),
    RUNNING("▶", "runs"),
    /// It runs, and waits for somebody to type.
    ASKS("?", "runs"),
    PAUSED("‖", "is paused"),
    /// It has been asked to end.
    STOPPING("▶", "is being ended"),
    /// It ended with exit code 0, whatever else happened to it.
    SUCCEEDED("✓", "has ended"),
    /// It ended by itself with another exit code.
    FAILED("✗", "has ended"),
    /// A signal ended it, or it ended otherwise than with 0 after it had been asked to.
    KILLED("✗", "has ended"),
    /// The same, because it had run, or had written nothing, for too long.
    TIMED_OUT("✗", "has ended"),
    /// It is a timer or a watch that was killed.
    CANCELLED("✗", "has ended"),
    /// It was never started, because a job before it did not succeed.
    SKIPPED("✗", "has ended"),
    /// Nobody knows how it ended.
    LOST("✗", "has ended"),
    /// It could not be started, or was killed before.
    NOT_STARTED("✗", "has ended");

    private final String sign;
    private final String clause;

    Condition(String sign, String clause) {
        this.sign = sign;
        this.clause = clause;
    }

    /// Returns the word or the two words for it: `asks`, `timed out`.
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// Returns the character for it where there is room for one only.
    public String sign() {
        return sign;
    }

    /// Returns what to say after "it" where something is not possible with such a job: `has ended`.
    public String clause() {
        return clause;
    }

    static Condition of(Job job) {
        return switch (job.state()) {
            case JobState.Queued(boolean isHeld) -> isHeld ? HELD : QUEUED;
            case JobState.Submitted _ -> SUBMITTED;
            case JobState.Starting _ -> STARTING;
            case JobState.Running _ -> job.isAsking() ? ASKS : RUNNING;
            case JobState.Paused _ -> PAUSED;
            case JobState.Stopping _ -> STOPPING;
            case JobState.Ended end -> ended(job, end.status());
        };
    }

    private static Condition ended(Job job, ExitStatus status) {
        return switch (status) {
            case ExitStatus.NotStarted _ -> NOT_STARTED;
            case ExitStatus.Skipped _ -> SKIPPED;
            case ExitStatus.Lost _ -> LOST;
            case ExitStatus.Exited(int code) when code == 0 -> SUCCEEDED;
            case ExitStatus.Exited _ when job.stopReason().isEmpty() -> FAILED;
            case ExitStatus.Signaled _ when job.spec().virtual().isPresent() -> CANCELLED;
            case ExitStatus.Exited _, ExitStatus.Signaled _ ->
                    job.hasRunTooLong() ? TIMED_OUT : KILLED;
        };
    }
}
