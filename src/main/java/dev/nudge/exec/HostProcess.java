package dev.nudge.exec;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.List;

/// Starts programs that outlive this process, by posix_spawn(3): in a session of their own, with no
/// signal ignored or blocked, and with a content of memory as standard input. Java's own way takes
/// a helper program for each, and hands its ignored signals down.
///
/// They are children of this process, which waits for each as soon as it ends.
final class HostProcess {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;

    private static final MethodHandle MEMORY = link("memfd_create", INT, ADDRESS, INT);
    private static final MethodHandle WRITE =
            link("write", ValueLayout.JAVA_LONG, INT, ADDRESS, ValueLayout.JAVA_LONG);
    private static final MethodHandle PIPE = link("pipe2", INT, ADDRESS, INT);
    private static final MethodHandle CLOSE = link("close", INT, INT);
    private static final MethodHandle FILL = link("sigfillset", INT, ADDRESS);
    private static final MethodHandle EMPTY = link("sigemptyset", INT, ADDRESS);
    private static final MethodHandle SPAWN =
            link("posix_spawn", INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle ERROR = link("strerror", ADDRESS, INT);
    private static final MethodHandle BEGIN_ACTIONS =
            link("posix_spawn_file_actions_init", INT, ADDRESS);
    private static final MethodHandle DUPLICATE =
            link("posix_spawn_file_actions_adddup2", INT, ADDRESS, INT, INT);
    private static final MethodHandle OPEN =
            link("posix_spawn_file_actions_addopen", INT, ADDRESS, INT, ADDRESS, INT, INT);
    private static final MethodHandle END_ACTIONS =
            link("posix_spawn_file_actions_destroy", INT, ADDRESS);
    private static final MethodHandle BEGIN_ATTRIBUTES = link("posix_spawnattr_init", INT, ADDRESS);
    private static final MethodHandle SET_FLAGS =
            link("posix_spawnattr_setflags", INT, ADDRESS, ValueLayout.JAVA_SHORT);
    private static final MethodHandle SET_DEFAULTS =
            link("posix_spawnattr_setsigdefault", INT, ADDRESS, ADDRESS);
    private static final MethodHandle SET_MASK =
            link("posix_spawnattr_setsigmask", INT, ADDRESS, ADDRESS);

    /// Of the C library's types that are only known by their addresses: more than each takes.
    private static final long ROOM = 1024;

    /// O_CLOEXEC and O_WRONLY of open(2), MFD_CLOEXEC of memfd_create(2).
    private static final int CLOSE_ON_EXEC = 0x80000;

    private static final int WRITE_ONLY = 1;

    /// EACCES of errno(3).
    private static final int NO_ACCESS = 13;

    private static final int MEMORY_CLOSE_ON_EXEC = 1;

    /// POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID.
    private static final short FLAGS = 0x04 | 0x08 | 0x80;

    /// Waits for those that have ended, so that none stays as a zombie.
    private static final Reaper REAPER = new Reaper();

    private HostProcess() {}

    @SuppressWarnings("restricted") // calls known functions of the C library
    static MethodHandle link(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /// Starts a program, and returns what it writes to standard output, for the caller to close.
    /// Blocks until it runs.
    ///
    /// @param words its path and its arguments
    /// @param environment its whole environment: each variable as `name=value`
    /// @param input the whole of its standard input
    /// @throws AccessDeniedException if it may not be run, as on a file system without programs
    /// @throws IOException if it cannot be started; the message says why
    static InputStream start(List<String> words, List<String> environment, byte[] input)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return start(arena, words, environment, input);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static InputStream start(
            Arena arena, List<String> words, List<String> environment, byte[] input)
            throws Throwable {
        int memory = memory(arena, input);
        MemorySegment ends = arena.allocate(INT, 2);
        if ((int) PIPE.invokeExact(ends, CLOSE_ON_EXEC) != 0) {
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

    private static int memory(Arena arena, byte[] content) throws Throwable {
        int memory = (int) MEMORY.invokeExact(arena.allocateFrom("order"), MEMORY_CLOSE_ON_EXEC);
        if (memory < 0) {
            throw new IOException("no file in memory can be made: there are too many open files");
        }
        MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
        for (long at = 0; at < content.length; ) {
            long written = (long) WRITE.invokeExact(memory, bytes.asSlice(at), content.length - at);
            if (written <= 0) {
                close(memory);
                throw new IOException("there is not enough memory");
            }
            at += written;
        }
        return memory;
    }

    private static void close(int descriptor) throws Throwable {
        int _ = (int) CLOSE.invokeExact(descriptor);
    }

    private static void spawn(
            Arena arena, List<String> words, List<String> environment, int input, int output)
            throws Throwable {
        MemorySegment actions = arena.allocate(ROOM, Long.BYTES);
        MemorySegment attributes = arena.allocate(ROOM, Long.BYTES);
        MemorySegment signals = arena.allocate(ROOM, Long.BYTES);
        MemorySegment pid = arena.allocate(INT);
        int _ = (int) BEGIN_ACTIONS.invokeExact(actions);
        int _ = (int) DUPLICATE.invokeExact(actions, input, 0);
        int _ = (int) DUPLICATE.invokeExact(actions, output, 1);
        MemorySegment nowhere = arena.allocateFrom("/dev/null");
        int _ = (int) OPEN.invokeExact(actions, 2, nowhere, WRITE_ONLY, 0);
        int _ = (int) BEGIN_ATTRIBUTES.invokeExact(attributes);
        int _ = (int) SET_FLAGS.invokeExact(attributes, FLAGS);
        int _ = (int) FILL.invokeExact(signals);
        int _ = (int) SET_DEFAULTS.invokeExact(attributes, signals);
        int _ = (int) EMPTY.invokeExact(signals);
        int _ = (int) SET_MASK.invokeExact(attributes, signals);
        int error =
                (int)
                        SPAWN.invokeExact(
                                pid,
                                arena.allocateFrom(words.getFirst()),
                                actions,
                                attributes,
                                texts(arena, words),
                                texts(arena, environment));
        int _ = (int) END_ACTIONS.invokeExact(actions);
        if (error == NO_ACCESS) {
            throw new AccessDeniedException(words.getFirst(), null, reason(error));
        }
        if (error != 0) {
            throw new IOException(words.getFirst() + ": " + reason(error));
        }
        REAPER.waitFor(pid.get(INT, 0));
    }

    private static MemorySegment texts(SegmentAllocator arena, List<String> texts) {
        MemorySegment all = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            all.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i), StandardCharsets.UTF_8));
        }
        return all;
    }

    @SuppressWarnings("restricted") // a text of the C library
    private static String reason(int error) throws Throwable {
        return ((MemorySegment) ERROR.invokeExact(error)).reinterpret(ROOM).getString(0);
    }
}
