package dev.nudge.cli.carrier;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/// Ctrl+C and Ctrl+\ in a command that catches them from its beginning. The runtime's own handlers
/// fail while the runtime still starts. So the launcher has SIGINT and SIGQUIT blocked in all
/// threads, and the runtime leave them alone (-Xrs); whenever they came, they are taken here
/// (sigwait(3)).
final class HeldInterrupts {
    private static final int SIGINT = 2;
    private static final int SIGQUIT = 3;

    /// More than `sigset_t` has anywhere.
    private static final int SET_BYTES = 1024;

    private HeldInterrupts() {}

    /// Returns whether the launcher holds them back.
    static boolean areHeld() {
        return Boolean.getBoolean("nudge.interrupts");
    }

    /// Runs a task for each, also for those that have come already, on a thread of its own.
    ///
    /// @param interrupt for Ctrl+C
    /// @param quit for Ctrl+\, whose default action would write a dump of the whole memory
    static void take(Runnable interrupt, Runnable quit) {
        Thread.ofPlatform()
                .daemon()
                .name("interrupts")
                .start(() -> takeAll(Map.of(SIGINT, interrupt, SIGQUIT, quit)));
    }

    @SuppressWarnings("restricted") // calls two known functions of the C library
    private static void takeAll(Map<Integer, Runnable> tasks) {
        MemorySegment signals = Arena.global().allocate(SET_BYTES);
        MemorySegment signal = Arena.global().allocate(ValueLayout.JAVA_INT);
        MethodHandle add = function("sigaddset", ValueLayout.JAVA_INT);
        MethodHandle await = function("sigwait", ValueLayout.ADDRESS);
        try {
            int failure = 0;
            for (int key : tasks.keySet()) {
                failure |= (int) add.invokeExact(signals, key);
            }
            while (failure == 0) {
                failure = (int) await.invokeExact(signals, signal);
                if (failure == 0) {
                    tasks.getOrDefault(signal.get(ValueLayout.JAVA_INT, 0), () -> {}).run();
                }
            }
            throw new IllegalStateException("sigwait(3) fails with " + failure);
        } catch (Throwable e) {
            throw new IllegalStateException("Ctrl+C and Ctrl+\\ cannot be caught", e);
        }
    }

    /// Returns a function that takes an address and this, and returns 0 unless it fails.
    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, ValueLayout second) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, second));
    }
}
