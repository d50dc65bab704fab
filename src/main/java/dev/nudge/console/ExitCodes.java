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

    /// The same table for the help.
    public static final String TABLE_OK =
            OK + ":done; wait, run --wait, attach: the jobs ended with 0; attach: detached";

    public static final String TABLE_FAILED =
            FAILED
                    + ":failed, for the reason that is printed, or the job was lost or never started";
    public static final String TABLE_USAGE = USAGE + ":wrong usage";
    public static final String TABLE_TIMED_OUT = TIMED_OUT + ":wait: its --timeout is over";
    public static final String TABLE_SIGNAL =
            SIGNAL + "+n:wait, run --wait, attach: signal n ended the job";
    public static final String TABLE_INTERRUPTED =
            INTERRUPTED
                    + ":wait, run --wait: left by Ctrl+C (the job may continue), or ended by it";
    public static final String TABLE_LEFT =
            LEFT + ":wait, logs -f, run --wait: left by Ctrl+\\, or detached; the job continues";
    public static final String TABLE_OTHER =
            "other:wait, run --wait, attach: the job's own exit code";

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
