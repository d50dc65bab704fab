package dev.nudge.lifecycle.injection;

import java.time.Instant;

/// A text for an agent's next turn.
///
/// @param at when it was added
public record Injection(String text, InjectionSource source, Instant at) {}
