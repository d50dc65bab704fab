package dev.nudge.job;

import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;

/// The task of a job that has no command: it waits for something, inside the daemon. It is
/// numbered, listed, reported, killed and kept like every other job. It is virtual as executions
/// without processes are, and as its record calls it.
public sealed interface VirtualTask {
    /// Waits for a moment.
    ///
    /// @param due when it expires, by the wall clock
    /// @param note what to report then; not blank
    record Timer(Instant due, String note) implements VirtualTask {
        public Timer {
            if (note.isBlank()) {
                throw new IllegalArgumentException("the note is blank");
            }
        }
    }

    /// Waits for lines in a file.
    ///
    /// @param job the job whose output it is; empty for another file
    /// @param file absolute path; need not exist yet
    /// @param pattern what to look for in each line, in the syntax of RE2
    /// @param times how many matching lines are reported until it ends, 1 or more
    record Watch(OptionalLong job, Path file, String pattern, int times) implements VirtualTask {
        public Watch {
            if (!file.isAbsolute()) {
                throw new IllegalArgumentException("the file \"" + file + "\" is not absolute");
            }
            if (times < 1) {
                throw new IllegalArgumentException("times is " + times + "; expected 1 or more");
            }
        }
    }
}
