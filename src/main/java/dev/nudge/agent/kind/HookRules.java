package dev.nudge.agent.kind;

/// How an agent works with nudge's hooks.
///
/// @param areRun whether it runs them: they hand over results and leave receipts
/// @param mostAtOnce how many results one of them may hand over; the others wait for the next
/// @param cancelsCalls whether it cancels a call whose answer it no longer waits for; if it does
///   not, a new prompt shows that it has dropped its calls
public record HookRules(boolean areRun, int mostAtOnce, boolean cancelsCalls) {}
