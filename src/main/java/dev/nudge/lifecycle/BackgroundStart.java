package dev.nudge.lifecycle;

/// Tells that an execution went to the background (rule A38).
///
/// @param label the given one, or `<method> (ID: <id>)`
/// @param output what there was at that moment
public record BackgroundStart(
        long executionId,
        ExecutionMethod method,
        String label,
        String output,
        CompletionBehavior completionBehavior) {}
