package dev.nudge.process;

import dev.nudge.process.ProcessTable.Stat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// Tells whether a program has read everything typed into its terminal: the kernel knows how many
/// bytes wait there (FIONREAD, ioctl_tty(2)). A program that hangs gets them once it reads again.
public final class UnreadInput {
    private static final int FIONREAD = 0x541B;

    /// O_NOCTTY, O_NONBLOCK, O_CLOEXEC: nothing changes for the terminal, and nothing blocks.
    private static final int ASIDE = 0x100 | 0x800 | 0x80000;

    private static final CFunction OPEN = CFunction.of("open");
    private static final CFunction IOCTL = CFunction.of("ioctl");
    private static final CFunction CLOSE = CFunction.of("close");

    private UnreadInput() {}

    /// Returns whether input waits in the terminal of a process. In a terminal that delivers whole
    /// lines, only whole lines count. False also if the process has no terminal, or if the answer
    /// cannot be found, as with too many open files.
    public static boolean isFor(ProcessTable table, ProcessId program) {
        return table.stat(program)
                .flatMap(Stat::terminalFile)
                .filter(terminal -> unread(terminal) > 0)
                .isPresent();
    }

    private static int unread(Path terminal) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = OPEN.callInt(arena.allocateFrom(terminal.toString()).address(), ASIDE);
            if (descriptor < 0) {
                return 0;
            }
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            boolean isKnown = IOCTL.callInt(descriptor, FIONREAD, count.address()) == 0;
            CLOSE.call(descriptor);
            return isKnown ? count.get(ValueLayout.JAVA_INT, 0) : 0;
        }
    }
}
