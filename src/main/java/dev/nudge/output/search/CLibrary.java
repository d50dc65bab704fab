package dev.nudge.output.search;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Calls functions of the C library that look through bytes. Daemon and commands run without the
/// second compiler of the JVM, so a loop in Java takes several times as long. The functions are
/// linked at the first call: that takes some ten milliseconds.
final class CLibrary {
    private static final MethodHandle MEMMEM =
            link(
                    "memmem",
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG));
    private static final MethodHandle STRCSPN =
            link(
                    "strcspn",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.ADDRESS));

    private CLibrary() {}

    @SuppressWarnings("restricted") // what it may reach is the C library, by known functions
    private static MethodHandle link(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
    }

    /// Returns where a text begins in bytes; -1 if it is not there. All are outside the heap.
    static long memmem(MemorySegment bytes, long length, MemorySegment wanted) {
        try {
            MemorySegment found =
                    (MemorySegment) MEMMEM.invokeExact(bytes, length, wanted, wanted.byteSize());
            return found.address() == 0 ? -1 : found.address() - bytes.address();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Counts the bytes before the first that is NUL or one of those rejected. Both end with a NUL,
    /// and are outside the heap.
    static long strcspn(MemorySegment bytes, MemorySegment rejected) {
        try {
            return (long) STRCSPN.invokeExact(bytes, rejected);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static RuntimeException unexpected(Throwable e) {
        return switch (e) {
            case Error error -> throw error;
            case RuntimeException exception -> exception;
            default -> new IllegalStateException("a function of the C library throws nothing", e);
        };
    }
}
