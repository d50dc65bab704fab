package dev.nudge.cli;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Ctrl+\ on a command that waits. The runtime would answer SIGQUIT by a list of its threads; it is
/// given its default action back (signal(7)), so that the command ends, but without a core file.
final class QuitKey {
    private static final Logger LOG = System.getLogger(QuitKey.class.getName());
    private static final int SIGQUIT = 3;
    private static final int RLIMIT_CORE = 4;

    private QuitKey() {}

    /// Lets the key end this process. Returns at once: it takes some ten milliseconds, in which
    /// nobody presses the key.
    static void endsCommand() {
        Thread.ofPlatform().daemon().name("quit-key").start(QuitKey::install);
    }

    private static void install() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment none = arena.allocate(ValueLayout.JAVA_LONG, 2);
            int _ =
                    (int)
                            function(
                                            "setrlimit",
                                            FunctionDescriptor.of(
                                                    ValueLayout.JAVA_INT,
                                                    ValueLayout.JAVA_INT,
                                                    ValueLayout.ADDRESS))
                                    .invokeExact(RLIMIT_CORE, none);
            MemorySegment _ =
                    (MemorySegment)
                            function(
                                            "signal",
                                            FunctionDescriptor.of(
                                                    ValueLayout.ADDRESS,
                                                    ValueLayout.JAVA_INT,
                                                    ValueLayout.ADDRESS))
                                    .invokeExact(SIGQUIT, MemorySegment.NULL);
        } catch (Throwable e) {
            LOG.log(Level.DEBUG, "Ctrl+\\ lists threads", e);
        }
    }

    @SuppressWarnings("restricted") // what it may reach is the C library, by two known functions
    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }
}
