package dev.nudge.exec;

import dev.nudge.job.Signal;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collection;

/// Sends signals by kill(2), since Java supports only two of them and no groups. No program is
/// started for that: a job may have used up all processes that its user may have, and has to be
/// killed all the same. The function is linked at the first call: that takes some ten milliseconds.
public final class Signals {
    private static final MethodHandle KILL = link();

    private Signals() {}

    @SuppressWarnings("restricted") // calls one known function of the C library
    private static MethodHandle link() {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor type =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        return linker.downcallHandle(linker.defaultLookup().findOrThrow("kill"), type);
    }

    /// Sends the signals, in this order, to every process; to a group, if the number is negative.
    /// The caller has verified that these are the intended processes. One that has already ended is
    /// not an error, nor is one of another user.
    public static void send(Collection<Long> pids, Signal... signals) {
        for (Signal signal : signals) {
            pids.forEach(pid -> send(Math.toIntExact(pid), signal));
        }
    }

    private static void send(int pid, Signal signal) {
        try {
            int _ = (int) KILL.invokeExact(pid, signal.number());
        } catch (Throwable e) {
            throw new IllegalStateException("kill(2) cannot be called", e);
        }
    }
}
