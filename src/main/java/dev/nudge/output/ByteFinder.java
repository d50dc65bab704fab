package dev.nudge.output;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/// Finds a text in a block of bytes, by memmem(3) of the C library. Daemon and commands run without
/// the second compiler of the JVM, so a loop in Java takes four times as long.
final class ByteFinder {
    private final MemorySegment wanted;

    ByteFinder(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        wanted = Arena.ofAuto().allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    /// Returns where it begins; -1 if it is not there.
    ///
    /// @param block outside the heap
    int find(MemorySegment block, int from, int to) {
        try {
            long start = block.address() + from;
            MemorySegment found =
                    (MemorySegment)
                            Memmem.CALL.invokeExact(
                                    block.asSlice(from),
                                    (long) to - from,
                                    wanted,
                                    wanted.byteSize());
            return found.address() == 0 ? -1 : (int) (found.address() - start) + from;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memmem(3) throws nothing", e);
        }
    }

    /// Linked when something is looked for: that takes some ten milliseconds.
    private static final class Memmem {
        static final MethodHandle CALL = link();

        @SuppressWarnings("restricted") // what it may reach is the C library, by one known function
        private static MethodHandle link() {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("memmem"),
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG));
        }
    }
}
