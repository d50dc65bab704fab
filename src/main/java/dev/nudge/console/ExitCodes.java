package dev.nudge.console;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Signal;

/// The exit codes of every command.
public final class ExitCodes {
    /// Done; for commands that wait for jobs: all of them have ended with 0.
    public static final int OK = 0;

    /// Failed, for the reason that was printed; or the job that was waited for is lost, or was
    /// never started.
    public static final int FAILED = 1;

    /// Wrong usage.
    public static final int USAGE = 2;

    /// The time given to `wait` has run out (as in timeout(1)).
    public static final int TIMED_OUT = 124;

    /// The base for signals: 128 + n if signal n ended the job, or this command (as in a shell).
    public static final int SIGNAL = 128;

    /// Interrupted by Ctrl+C.
    public static final int INTERRUPTED = SIGNAL + 2;

    /// The user has left a job that was waited for, which continues: as if SIGQUIT, which Ctrl+\
    /// sends, had ended this command. Without a dump of its memory, as shells say then.
    public static final int LEFT = SIGNAL + 3;

    private ExitCodes() {}

    /// Returns the exit code that reflects how a job ended.
    public static int of(Job ended) {
        return ended.exitStatus().map(ExitCodes::of).orElse(FAILED);
    }

    private static int of(ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited(int code) -> code;
            case ExitStatus.Signaled(Signal signal) -> SIGNAL + signal.number();
            case ExitStatus.NotStarted _, ExitStatus.Skipped _, ExitStatus.Lost _ -> FAILED;
        };
    }
}
