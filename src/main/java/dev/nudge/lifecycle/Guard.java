package dev.nudge.lifecycle;

/// Calls listeners so that their failures are logged as a warning and affect nothing else.
final class Guard {
    private static final System.Logger LOG = System.getLogger("dev.nudge.lifecycle");

    private Guard() {}

    /// @param what names the callee in the warning: "exit listener of execution 17"
    static void run(String what, Runnable call) {
        try {
            call.run();
        } catch (Throwable failure) { // one bad listener must not cost others their news
            try {
                LOG.log(System.Logger.Level.WARNING, "The " + what + " failed; going on", failure);
            } catch (VirtualMachineError stillShort) { // of memory, or of stack
                return; // what failed was reported as well as it can be
            }
        }
    }
}
