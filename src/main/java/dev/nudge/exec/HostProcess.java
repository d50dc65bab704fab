package dev.nudge.exec;

import dev.nudge.process.CFunction;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.List;

/// Starts programs that outlive this process, by posix_spawn(3): in a session of their own, with no
/// signal ignored or blocked, and with a content of memory as standard input. Java's own way takes
/// a helper program for each, and hands its ignored signals down.
///
/// They are children of this process, which waits for each as soon as it ends.
final class HostProcess {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final CFunction MEMORY = CFunction.of("memfd_create");
    private static final CFunction WRITE = CFunction.of("write");
    private static final CFunction PIPE = CFunction.of("pipe2");
    private static final CFunction CLOSE = CFunction.of("close");
    private static final CFunction FILL = CFunction.of("sigfillset");
    private static final CFunction EMPTY = CFunction.of("sigemptyset");
    private static final CFunction SPAWN = CFunction.of("posix_spawn");
    private static final CFunction ERROR = CFunction.of("strerror");
    private static final CFunction BEGIN_ACTIONS = CFunction.of("posix_spawn_file_actions_init");
    private static final CFunction DUPLICATE = CFunction.of("posix_spawn_file_actions_adddup2");
    private static final CFunction OPEN = CFunction.of("posix_spawn_file_actions_addopen");
    private static final CFunction END_ACTIONS = CFunction.of("posix_spawn_file_actions_destroy");
    private static final CFunction BEGIN_ATTRIBUTES = CFunction.of("posix_spawnattr_init");
    private static final CFunction SET_FLAGS = CFunction.of("posix_spawnattr_setflags");
    private static final CFunction SET_DEFAULTS = CFunction.of("posix_spawnattr_setsigdefault");
    private static final CFunction SET_MASK = CFunction.of("posix_spawnattr_setsigmask");

    /// Of the C library's types that are only known by their addresses: more than each takes.
    private static final long ROOM = 1024;

    /// O_CLOEXEC and O_WRONLY of open(2), MFD_CLOEXEC of memfd_create(2).
    private static final int CLOSE_ON_EXEC = 0x80000;

    private static final int WRITE_ONLY = 1;

    /// EACCES of errno(3).
    private static final int NO_ACCESS = 13;

    private static final int MEMORY_CLOSE_ON_EXEC = 1;

    /// POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID.
    private static final int FLAGS = 0x04 | 0x08 | 0x80;

    private static final Reaper REAPER = new Reaper();

    private HostProcess() {}

    /// Starts a program, and returns what it writes to standard output, for the caller to close.
    /// Blocks until it runs.
    ///
    /// @param environment its whole environment: each variable as `name=value`
    /// @throws AccessDeniedException if it may not be run, as on a file system without programs
    /// @throws IOException if it cannot be started; the message says why
    static InputStream start(List<String> words, List<String> environment, byte[] input)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int memory = memory(arena, input);
            MemorySegment ends = arena.allocate(INT, 2);
            if (PIPE.callInt(ends.address(), CLOSE_ON_EXEC) != 0) {
                close(memory);
                throw new IOException("no pipe can be made: there are too many open files");
            }
            int from = ends.getAtIndex(INT, 0);
            int to = ends.getAtIndex(INT, 1);
            try {
                InputStream said = new FileInputStream("/proc/self/fd/" + from);
                try {
                    spawn(arena, words, environment, memory, to);
                    return said;
                } catch (IOException e) {
                    said.close();
                    throw e;
                }
            } finally {
                close(memory);
                close(from);
                close(to);
            }
        }
    }

    private static int memory(Arena arena, byte[] content) throws IOException {
        int memory = MEMORY.callInt(arena.allocateFrom("order").address(), MEMORY_CLOSE_ON_EXEC);
        if (memory < 0) {
            throw new IOException("no file in memory can be made: there are too many open files");
        }
        long bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content).address();
        for (long at = 0; at < content.length; ) {
            long written = WRITE.call(memory, bytes + at, content.length - at);
            if (written <= 0) {
                close(memory);
                throw new IOException("there is not enough memory");
            }
            at += written;
        }
        return memory;
    }

    private static void close(int descriptor) {
        CLOSE.call(descriptor);
    }

    private static void spawn(
            Arena arena, List<String> words, List<String> environment, int input, int output)
            throws IOException {
        long actions = arena.allocate(ROOM, Long.BYTES).address();
        long attributes = arena.allocate(ROOM, Long.BYTES).address();
        long signals = arena.allocate(ROOM, Long.BYTES).address();
        MemorySegment pid = arena.allocate(INT);
        BEGIN_ACTIONS.call(actions);
        DUPLICATE.call(actions, input, 0);
        DUPLICATE.call(actions, output, 1);
        OPEN.call(actions, 2, arena.allocateFrom("/dev/null").address(), WRITE_ONLY, 0);
        BEGIN_ATTRIBUTES.call(attributes);
        SET_FLAGS.call(attributes, FLAGS);
        FILL.call(signals);
        SET_DEFAULTS.call(attributes, signals);
        EMPTY.call(signals);
        SET_MASK.call(attributes, signals);
        int error =
                SPAWN.callInt(
                        pid.address(),
                        arena.allocateFrom(words.getFirst()).address(),
                        actions,
                        attributes,
                        texts(arena, words),
                        texts(arena, environment));
        END_ACTIONS.call(actions);
        if (error == NO_ACCESS) {
            throw new AccessDeniedException(words.getFirst(), null, reason(error));
        }
        if (error != 0) {
            throw new IOException(words.getFirst() + ": " + reason(error));
        }
        REAPER.waitFor(pid.get(INT, 0));
    }

    private static long texts(SegmentAllocator arena, List<String> texts) {
        MemorySegment all = arena.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            MemorySegment text = arena.allocateFrom(texts.get(i), StandardCharsets.UTF_8);
            all.setAtIndex(ValueLayout.ADDRESS, i, text);
        }
        return all.address();
    }

    @SuppressWarnings("restricted") // a text of the C library
    private static String reason(int error) {
        return MemorySegment.ofAddress(ERROR.call(error)).reinterpret(ROOM).getString(0);
    }
}
