package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// Tells whether a program has read everything typed into its terminal: the kernel knows how many
/// bytes wait there (FIONREAD, ioctl_tty(2)). A program that hangs gets them once it reads again.
/// The functions are linked at the first call: that takes about ten milliseconds.
public final class UnreadInput {
    private static final int FIONREAD = 0x541B;

    /// O_NOCTTY, O_NONBLOCK, O_CLOEXEC: nothing changes for the terminal, and nothing blocks.
    private static final int ASIDE = 0x100 | 0x800 | 0x80000;

    private static final MethodHandle OPEN =
            link("open", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    private static final MethodHandle IOCTL =
            link("ioctl", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle CLOSE = link("close", ValueLayout.JAVA_INT);

    private UnreadInput() {}

    @SuppressWarnings("restricted") // calls three known functions of the C library
    private static MethodHandle link(String name, ValueLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments);
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                type,
                // At most the number of parameters: close(2) has one, and is not variadic.
                Linker.Option.firstVariadicArg(Math.min(2, arguments.length)));
    }

    /// Returns whether input waits in the terminal of a process. In a terminal that delivers whole
    /// lines, only whole lines count.
    ///
    /// @return false also if it has no terminal, or if the answer cannot be found, as with too many
    ///   open files
    public static boolean isFor(ProcessTable table, ProcessId program) {
        return table.stat(program.pid())
                .filter(stat -> stat.startTime() == program.startTime())
                .map(Stat::terminal)
                .flatMap(TerminalDevice::of)
                .filter(terminal -> unread(terminal.path()) > 0)
                .isPresent();
    }

    private static int unread(Path terminal) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocateFrom(terminal.toString());
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            int descriptor = (int) OPEN.invokeExact(path, ASIDE);
            return descriptor < 0 ? 0 : unread(descriptor, count);
        } catch (Throwable e) {
            throw new IllegalStateException("a terminal's input cannot be asked for", e);
        }
    }

    private static int unread(int descriptor, MemorySegment count) throws Throwable {
        try {
            boolean isKnown = (int) IOCTL.invokeExact(descriptor, (long) FIONREAD, count) == 0;
            return isKnown ? count.get(ValueLayout.JAVA_INT, 0) : 0;
        } finally {
            int _ = (int) CLOSE.invokeExact(descriptor);
        }
    }
}
