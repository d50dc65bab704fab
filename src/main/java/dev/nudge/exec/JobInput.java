package dev.nudge.exec;

/// The standard input of a plain job. A job on a terminal reads what is typed.
public sealed interface JobInput {
    /// Nothing: it is `/dev/null`.
    record None() implements JobInput {}

    /// These bytes, kept in the job's directory.
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Held(byte[] bytes) implements JobInput {}

    /// The pipe that is the standard input of this process, which lives until the job has started.
    record PipeOf(long pid) implements JobInput {}
}
