package dev.nudge.exec;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.HashSet;
import java.util.Set;

/// Waits for children of this process, so that none stays as a zombie: one thread for all, which
/// sleeps until the kernel says that one has ended (pidfd_open(2), epoll(7)). Thread-safe.
final class Reaper {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;

    private static final MethodHandle CREATE = HostProcess.link("epoll_create1", INT, INT);
    private static final MethodHandle CONTROL =
            HostProcess.link("epoll_ctl", INT, INT, INT, INT, ADDRESS);
    private static final MethodHandle AWAIT =
            HostProcess.link("epoll_wait", INT, INT, ADDRESS, INT, INT);
    private static final MethodHandle SYSTEM_CALL =
            HostProcess.link("syscall", ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, INT, INT);
    private static final MethodHandle WAIT = HostProcess.link("waitpid", INT, INT, ADDRESS, INT);
    private static final MethodHandle CLOSE = HostProcess.link("close", INT, INT);

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

    /// Sees to a child.
    synchronized void waitFor(int pid) {
        try {
            unwatched.removeIf(Reaper::hasEnded);
            if (!isWatched(pid)) {
                unwatched.add(pid);
            }
        } catch (Throwable e) {
            throw new IllegalStateException("a child cannot be waited for", e);
        }
    }

    private boolean isWatched(int pid) throws Throwable {
        int child = Math.toIntExact((long) SYSTEM_CALL.invokeExact(PIDFD_OPEN, pid, 0));
        if (child < 0 || !isReady()) {
            close(child);
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(EVENT, Long.BYTES);
            event.set(INT, 0, READABLE_ONCE);
            event.set(ValueLayout.JAVA_LONG_UNALIGNED, DATA, ((long) pid << Integer.SIZE) | child);
            boolean isAdded = (int) CONTROL.invokeExact(epoll, ADD, child, event) == 0;
            if (!isAdded) {
                close(child);
            }
            return isAdded;
        }
    }

    private boolean isReady() throws Throwable {
        if (epoll < 0) {
            epoll = (int) CREATE.invokeExact(CLOSE_ON_EXEC);
            if (epoll >= 0) {
                Thread.ofPlatform().daemon().name("reaper").start(this::run);
            }
        }
        return epoll >= 0;
    }

    private static void close(int descriptor) throws Throwable {
        if (descriptor >= 0) {
            int _ = (int) CLOSE.invokeExact(descriptor);
        }
    }

    private static boolean hasEnded(int pid) {
        try {
            return (int) WAIT.invokeExact(pid, MemorySegment.NULL, WITHOUT_WAITING) != 0;
        } catch (Throwable e) {
            throw new IllegalStateException("waitpid(2) cannot be called", e);
        }
    }

    private void run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(EVENT, Long.BYTES);
            while (true) {
                if ((int) AWAIT.invokeExact(epoll, event, 1, -1) == 1) {
                    long data = event.get(ValueLayout.JAVA_LONG_UNALIGNED, DATA);
                    int pid = (int) (data >> Integer.SIZE);
                    int _ = (int) WAIT.invokeExact(pid, MemorySegment.NULL, 0);
                    close((int) data);
                }
            }
        } catch (Throwable e) {
            throw new IllegalStateException("a child cannot be waited for", e);
        }
    }
}
