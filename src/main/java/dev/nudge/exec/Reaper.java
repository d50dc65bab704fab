package dev.nudge.exec;

import dev.nudge.process.CFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;

/// Waits for children of this process, so that none stays as a zombie: one thread for all, which
/// sleeps until the kernel says that one has ended (pidfd_open(2), epoll(7)). Thread-safe.
final class Reaper {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private static final CFunction CREATE = CFunction.of("epoll_create1");
    private static final CFunction CONTROL = CFunction.of("epoll_ctl");
    private static final CFunction AWAIT = CFunction.of("epoll_wait");
    private static final CFunction SYSTEM_CALL = CFunction.of("syscall");
    private static final CFunction WAIT = CFunction.of("waitpid");
    private static final CFunction CLOSE = CFunction.of("close");

    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int ADD = 1;

    /// WNOHANG of waitpid(2).
    private static final int WITHOUT_WAITING = 1;

    /// EPOLLIN and EPOLLONESHOT: not reported again, even if another process has it open at that
    /// moment.
    private static final int READABLE_ONCE = 1 | 1 << 30;

    private static final long PIDFD_OPEN = 434;

    /// Where the data of a `struct epoll_event` are, which is packed on one architecture alone.
    private static final long DATA = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

    private static final long EVENT = DATA + Long.BYTES;

    private volatile int epoll = -1;

    /// Those that the kernel cannot tell of, as before Linux 5.3: they are looked at when the next
    /// one is started.
    private final Set<Integer> unwatched = new HashSet<>();

    synchronized void waitFor(int pid) {
        unwatched.removeIf(Reaper::hasEnded);
        if (!isWatched(pid)) {
            unwatched.add(pid);
        }
    }

    private boolean isWatched(int pid) {
        int child = Math.toIntExact(SYSTEM_CALL.call(PIDFD_OPEN, pid, 0));
        if (child < 0 || !isReady()) {
            close(child);
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(EVENT, Long.BYTES);
            event.set(INT, 0, READABLE_ONCE);
            event.set(ValueLayout.JAVA_LONG_UNALIGNED, DATA, ((long) pid << Integer.SIZE) | child);
            boolean isAdded = CONTROL.callInt(epoll, ADD, child, event.address()) == 0;
            if (!isAdded) {
                close(child);
            }
            return isAdded;
        }
    }

    private boolean isReady() {
        if (epoll < 0) {
            epoll = CREATE.callInt(CLOSE_ON_EXEC);
            if (epoll >= 0) {
                Thread.ofPlatform().daemon().name("reaper").start(this::run);
            }
        }
        return epoll >= 0;
    }

    private static void close(int descriptor) {
        if (descriptor >= 0) {
            CLOSE.call(descriptor);
        }
    }

    private static boolean hasEnded(int pid) {
        return WAIT.callInt(pid, 0, WITHOUT_WAITING) != 0;
    }

    private void run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(EVENT, Long.BYTES);
            while (true) {
                if (AWAIT.callInt(epoll, event.address(), 1, -1) == 1) {
                    long data = event.get(ValueLayout.JAVA_LONG_UNALIGNED, DATA);
                    int pid = (int) (data >> Integer.SIZE);
                    WAIT.call(pid, 0, 0);
                    close((int) data);
                }
            }
        }
    }
}
