package dev.nudge.lifecycle;

import java.util.Optional;

/// Reports that a backgrounded execution ended and was not cancelled.
///
/// @param output of the result
/// @param error of the result; empty if there was none
/// @param injectionText text for the agent, in its wrapper; empty if there is none, for example
///   because the behaviour is silent
public record BackgroundCompletion(
        long executionId,
        ExecutionMethod method,
        String output,
        Optional<Throwable> error,
        Optional<String> injectionText,
        CompletionBehavior completionBehavior) {}
