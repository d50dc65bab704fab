package dev.nudge.cli.carrier;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Ctrl+C in a command that catches it from its beginning. The runtime's own handler fails while
/// the runtime still starts. So the launcher has SIGINT blocked in all threads, and the runtime
/// leave it alone (-Xrs); whenever it came, it is taken here (sigwait(3)).
final class HeldInterrupts {
    private static final int SIGINT = 2;

    /// More than `sigset_t` has anywhere.
    private static final int SET_BYTES = 1024;

    private HeldInterrupts() {}

    /// Returns whether the launcher holds them back.
    static boolean areHeld() {
        return Boolean.getBoolean("nudge.interrupts");
    }

    /// Runs a task for each, also for those that have come already, on a thread of its own.
    static void take(Runnable task) {
        Thread.ofPlatform().daemon().name("interrupts").start(() -> takeAll(task));
    }

    @SuppressWarnings("restricted") // calls two known functions of the C library
    private static void takeAll(Runnable task) {
        MemorySegment signals = Arena.global().allocate(SET_BYTES);
        MemorySegment signal = Arena.global().allocate(ValueLayout.JAVA_INT);
        MethodHandle add = function("sigaddset", ValueLayout.JAVA_INT);
        MethodHandle await = function("sigwait", ValueLayout.ADDRESS);
        try {
            int failure = (int) add.invokeExact(signals, SIGINT);
            while (failure == 0) {
                failure = (int) await.invokeExact(signals, signal);
                if (failure == 0) {
                    task.run();
                }
            }
            throw new IllegalStateException("sigwait(3) fails with " + failure);
        } catch (Throwable e) {
            throw new IllegalStateException("Ctrl+C cannot be caught", e);
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
