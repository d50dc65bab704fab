package dev.nudge.agent.kind;

/// How an agent works with nudge's hooks.
///
/// @param mostAtOnce how many results one of them may hand over; the others wait for the next
/// @param cancelsCalls whether it cancels a call whose answer it no longer waits for; if it does
///   not, a new prompt shows that it has dropped its calls
public record HookRules(int mostAtOnce, boolean cancelsCalls) {}
