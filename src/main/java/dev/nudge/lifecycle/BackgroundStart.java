package dev.nudge.lifecycle;

/// Reports that an execution went to the background.
///
/// @param label the given one, or `<method> (ID: <id>)`
/// @param output the output up to that moment
public record BackgroundStart(
        long executionId,
        ExecutionMethod method,
        String label,
        String output,
        CompletionBehavior completionBehavior) {}
