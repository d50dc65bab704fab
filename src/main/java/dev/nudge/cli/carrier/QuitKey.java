package dev.nudge.cli.carrier;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Handles Ctrl+\ in a command that waits and has signal handlers. The runtime answers SIGQUIT with
/// a thread dump, which the launcher hides; here the signal gets its default action back
/// (signal(7)). Commands without handlers do not need this: the runtime leaves their signals alone.
public final class QuitKey {
    private static final int SIGQUIT = 3;

    private QuitKey() {}

    /// Lets the key end this process if it runs a command that waits. Returns at once; takes effect
    /// after some ten milliseconds.
    public static void endsCommandThatWaits(String... args) {
        if (args.length > 0 && waits(args[0], args)) {
            Thread.ofPlatform().daemon().name("quit-key").start(QuitKey::install);
        }
    }

    private static boolean waits(String command, String... args) {
        return switch (command) {
            case "attach" -> true;
            case "run" -> Arrays.asList(args).contains("--wait") && !HeldInterrupts.areHeld();
            default -> false;
        };
    }

    @SuppressWarnings("restricted") // calls one known function of the C library
    private static void install() {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor type =
                FunctionDescriptor.of(
                        ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
        MemorySegment signal = linker.defaultLookup().findOrThrow("signal");
        try {
            MemorySegment _ =
                    (MemorySegment)
                            linker.downcallHandle(signal, type)
                                    .invokeExact(SIGQUIT, MemorySegment.NULL);
        } catch (Throwable e) {
            throw new IllegalStateException("signal(2) cannot be called", e);
        }
    }
}
