package dev.nudge.lifecycle;

import java.util.concurrent.CompletableFuture;

/// A caller's handle on an execution.
///
/// @param pid id of the execution: that under which an external one was attached, such as its
///   process id; 2 000 000 001 or more for a virtual one
/// @param result completed once, when the execution ends or goes to the background, and never
///   exceptionally. It is a copy: completing or cancelling it does not affect others. Actions
///   chained without `Async` run on the thread that ends the execution and should not block.
public record ExecutionHandle(long pid, CompletableFuture<ExecutionResult> result) {}
