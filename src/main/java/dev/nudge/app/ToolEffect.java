package dev.nudge.app;

/// The effect that a tool call can have on the user's machine, as agents see it: they ask before
/// some kinds, and allow others even while they only plan.
///
/// @param isIdempotent whether a second call changes nothing
/// @param isOpenWorld whether it can have any effect, as programs do
public record ToolEffect(
        boolean isReadOnly, boolean isDestructive, boolean isIdempotent, boolean isOpenWorld) {
    /// Looks at jobs and their outputs.
    public static final ToolEffect READS = new ToolEffect(true, false, true, false);

    /// Adds something that runs no program: a watch or a timer.
    public static final ToolEffect ADDS = new ToolEffect(false, false, false, false);

    /// Runs or steers programs, which can do anything.
    public static final ToolEffect ACTS = new ToolEffect(false, true, false, true);

    /// Ends a job.
    public static final ToolEffect ENDS = new ToolEffect(false, true, true, false);
}
