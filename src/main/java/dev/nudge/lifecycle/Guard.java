package dev.nudge.lifecycle;

import java.util.Optional;
import java.util.function.Supplier;

/// Calls foreign code so that its failures stay contained: they are logged as a warning and affect
/// nothing else.
final class Guard {
    private static final System.Logger LOG = System.getLogger("dev.nudge.lifecycle");

    private Guard() {}

    static void run(String what, Runnable call) {
        var _ =
                get(
                        what,
                        () -> {
                            call.run();
                            return true;
                        });
    }

    /// Returns the answer, or empty if the call failed.
    ///
    /// @param what names the callee in the warning: "kill hook of execution 17"
    static <T> Optional<T> get(String what, Supplier<T> call) {
        try {
            return Optional.of(call.get());
        } catch (Throwable failure) { // one bad listener must not cost others their news
            warn(what, failure);
            return Optional.empty();
        }
    }

    static void warn(String what, Throwable failure) {
        try {
            LOG.log(System.Logger.Level.WARNING, "The " + what + " failed; going on", failure);
        } catch (VirtualMachineError stillShort) { // of memory, or of stack
            return; // what failed was reported as well as it can be
        }
    }
}
