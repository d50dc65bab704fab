package dev.nudge.exec;

import dev.nudge.job.Signal;
import dev.nudge.process.CFunction;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/// Sends signals by kill(2), since Java supports only two of them and no groups. No program is
/// started for that: a job may have used up all processes that its user may have, and has to be
/// killed all the same.
public final class Signals {
    private static final CFunction KILL = CFunction.of("kill");

    private Signals() {}

    /// Sends a signal, in this order, to every process; to a group, if the number is negative. The
    /// caller has verified that these are the intended processes.
    ///
    /// @return the targets that did not get it: they have ended, or belong to another user
    public static Set<Long> send(Collection<Long> pids, Signal signal) {
        Set<Long> missed = new HashSet<>();
        for (long pid : pids) {
            // Cut off, a number could be that of this process's group, or of all processes.
            int target = Math.toIntExact(pid);
            if (KILL.callInt(target, signal.number()) != 0) {
                missed.add(pid);
            }
        }
        return missed;
    }
}
