package dev.nudge.job;

import java.util.Locale;

/// How a job is, in the one vocabulary for people: in lists and sheets, sentences, menus, status
/// lines, on the page, and as `condition` in JSON. A [JobState] is what the machine distinguishes.
public enum Condition {
    /// It waits in the queue.
    QUEUED("…"),
    /// It waits in the queue, and is not started until it is released.
    HELD("…"),
    /// Its cluster has it, and has not started it yet.
    SUBMITTED("…"),
    STARTING("▶"),
    RUNNING("▶"),
    /// It runs, and waits for somebody to type.
    ASKS("?"),
    PAUSED("‖"),
    /// It has been asked to end.
    STOPPING("▶"),
    /// It ended with exit code 0, whatever else happened to it.
    SUCCEEDED("✓"),
    /// It ended by itself with another exit code.
    FAILED("✗"),
    /// A signal ended it, or it ended otherwise than with 0 after it had been asked to.
    KILLED("✗"),
    /// The same, because it had run, or had written nothing, for too long.
    TIMED_OUT("✗"),
    /// It is a timer or a watch that was killed.
    CANCELLED("✗"),
    /// It was never started, because a job before it did not succeed.
    SKIPPED("✗"),
    /// Nobody knows how it ended.
    LOST("✗"),
    /// It could not be started, or was killed before.
    NOT_STARTED("✗");

    private final String sign;

    Condition(String sign) {
        this.sign = sign;
    }

    /// Returns the word or the two words for it: `asks`, `timed out`.
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// Returns the character for it where there is room for one only.
    public String sign() {
        return sign;
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
