package dev.nudge.lifecycle.injection;

/// A listener that is notified of each text that an [InjectionService] accepts.
@FunctionalInterface
public interface InjectionListener {
    /// Takes the text, trimmed.
    void injected(String text, InjectionSource source);
}
