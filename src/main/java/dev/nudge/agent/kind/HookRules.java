package dev.nudge.agent.kind;

/// How an agent works with nudge's hooks.
///
/// @param mostAtOnce the most results that one hook may hand over; the others wait for the next one
/// @param cancelsCalls whether the agent cancels a call whose answer it no longer waits for; if
///   not, a new prompt shows that it has dropped its calls
public record HookRules(int mostAtOnce, boolean cancelsCalls) {}
