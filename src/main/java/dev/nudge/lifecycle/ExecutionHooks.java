package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The operations that the owner of an external execution offers to the service. They run on the
/// thread that calls the service, without any lock, possibly on several threads at once; what they
/// throw is passed on.
///
/// @param writeInput takes text for its input
/// @param isActive whether it runs
/// @param kill ends it, and returns once it has ended or cannot be ended; takes the time that it
///   may take to end by itself. Empty if nothing has to be done
public record ExecutionHooks(
        Consumer<String> writeInput, BooleanSupplier isActive, Optional<Consumer<Duration>> kill) {
    /// Runs until it is ended, and takes no input.
    public static final ExecutionHooks NONE =
            new ExecutionHooks(_ -> {}, () -> true, Optional.empty());
}
