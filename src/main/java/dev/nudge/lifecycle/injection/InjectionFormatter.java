package dev.nudge.lifecycle.injection;

import java.util.Optional;

/// Formats the text that notifies an agent of an end in the background.
@FunctionalInterface
public interface InjectionFormatter {
    /// Returns the text, or an empty string for none. A failure is logged and counts as none.
    ///
    /// @param output all output of the execution
    /// @param error why it failed; empty if it did not
    String format(String output, Optional<Throwable> error);
}
