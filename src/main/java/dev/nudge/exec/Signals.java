package dev.nudge.exec;

import dev.nudge.job.Signal;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

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
        Set<Long> _ = attempt(pids, signals);
    }

    /// Sends the signals in the same way.
    ///
    /// @return the targets that did not get all of them: they have ended, or belong to another user
    public static Set<Long> attempt(Collection<Long> pids, Signal... signals) {
        Set<Long> missed = new HashSet<>();
        for (Signal signal : signals) {
            for (long pid : pids) {
                if (!send(Math.toIntExact(pid), signal)) {
                    missed.add(pid);
                }
            }
        }
        return missed;
    }

    private static boolean send(int pid, Signal signal) {
        try {
            return (int) KILL.invokeExact(pid, signal.number()) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("kill(2) cannot be called", e);
        }
    }
}
