package dev.nudge.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Determines whether one thread sleeps until its terminal has input.
record ThreadView(Path process, Path thread, Calls calls, Path terminal) {
    private static final Pattern WATCHED = Pattern.compile("tfd:\\s*(\\d+) events:\\s*([0-9a-f]+)");
    private static final int POLLFD_SIZE = 8;

    /// POLLIN and POLLRDNORM; epoll(7) has the same.
    private static final int READABLE = 0x41;

    private static final int MOST_DESCRIPTORS = 4096;
    private static final long NO_CALL = -1;

    enum Answer {
        READS_TERMINAL,
        DOES_NOT,
        HIDDEN
    }

    Answer answer() {
        Optional<long[]> call = call(thread, calls);
        try {
            if (call.isEmpty()) {
                return byPlaceInKernel();
            }
            return waitsForTerminal(call.get()) ? Answer.READS_TERMINAL : Answer.DOES_NOT;
        } catch (IOException e) {
            return Answer.HIDDEN;
        }
    }

    static boolean isInRead(Path thread, Calls calls) {
        return call(thread, calls)
                .map(call -> calls.read().contains(call[0]))
                .orElseGet(() -> Set.of("n_tty_read", "wait_woken").contains(place(thread)));
    }

    private static String place(Path thread) {
        return read(thread.resolve("wchan")).orElse("");
    }

    /// Reads `0 0x3 0x7ffc… …`, the number of the system call in which a thread sleeps and its six
    /// arguments (proc_pid_syscall(5)). Returns [#NO_CALL] for `running` and `-1 0x…`, which mean
    /// that the thread is in no call. Empty if the file is closed to this process, or if the call
    /// numbers of this machine are not known.
    private static Optional<long[]> call(Path thread, Calls calls) {
        return read(thread.resolve("syscall"))
                .filter(_ -> calls.isKnown())
                .map(line -> line.split(" ", -1))
                .map(words ->
                        words.length < 7 || words[0].startsWith("-")
                                ? new long[] {NO_CALL}
                                : Arrays.stream(words)
                                        .limit(7)
                                        .mapToLong(ThreadView::number)
                                        .toArray());
    }

    private static long number(String word) {
        return word.startsWith("0x")
                ? Long.parseUnsignedLong(word.substring(2), 16)
                : Long.parseLong(word);
    }

    private boolean waitsForTerminal(long[] call) throws IOException {
        return (calls.read().contains(call[0]) && isTerminal(call[1]))
                || (calls.poll().contains(call[0]) && isPolled(call[1], call[2]))
                || (calls.select().contains(call[0]) && isSelected(call[1], call[2]))
                || (calls.epoll().contains(call[0]) && isWatched(call[1]));
    }

    private boolean isPolled(long array, long length) throws IOException {
        int count = Math.clamp(length, 0, MOST_DESCRIPTORS);
        ByteBuffer entries = memory(array, count * POLLFD_SIZE);
        for (int i = 0; i < count; i++) {
            int descriptor = entries.getInt();
            int events = entries.getShort();
            entries.getShort();
            if ((events & READABLE) != 0 && isTerminal(descriptor)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSelected(long highest, long set) throws IOException {
        int count = Math.clamp(highest, 0, MOST_DESCRIPTORS);
        return set != 0
                && BitSet.valueOf(memory(set, (count + 63) / 64 * 8)).stream()
                        .anyMatch(descriptor -> descriptor < count && isTerminal(descriptor));
    }

    private boolean isWatched(long epoll) throws IOException {
        Path info = process.resolve("fdinfo").resolve(Long.toString(epoll));
        return WATCHED.matcher(Files.readString(info))
                .results()
                .filter(watched -> (Long.parseLong(watched.group(2), 16) & READABLE) != 0)
                .anyMatch(watched -> isTerminal(Long.parseLong(watched.group(1))));
    }

    /// Judges by where in the kernel the thread sleeps and by what the process has open, if the
    /// call itself cannot be seen. `n_tty_read` reads a terminal; newer kernels say `wait_woken`,
    /// which also covers a read of a socket.
    private Answer byPlaceInKernel() throws IOException {
        String place = place(thread);
        boolean isPolling = place.contains("poll") || place.contains("select");
        return switch (place) {
            case "", "0" -> Answer.HIDDEN;
            case "n_tty_read" -> Answer.READS_TERMINAL;
            case String _ when !(isPolling || place.equals("wait_woken")) || !hasTerminal() ->
                    Answer.DOES_NOT;
            default -> isPolling || has("socket:") ? Answer.HIDDEN : Answer.READS_TERMINAL;
        };
    }

    private boolean hasTerminal() throws IOException {
        return has("/dev/tty") || has(terminal.toString());
    }

    private boolean has(String prefix) throws IOException {
        try (var descriptors = Files.list(process.resolve("fd"))) {
            return descriptors
                    .map(ThreadView::target)
                    .anyMatch(t -> t.toString().startsWith(prefix));
        }
    }

    private boolean isTerminal(long descriptor) {
        // A descriptor is an int; the rest of the register may hold anything.
        int number = (int) descriptor;
        Path target = target(process.resolve("fd").resolve(Integer.toString(number)));
        return target.equals(terminal) || target.equals(Path.of("/dev/tty"));
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return Path.of("");
        }
    }

    private ByteBuffer memory(long address, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
        try (FileChannel memory = FileChannel.open(process.resolve("mem"))) {
            while (bytes.hasRemaining()) {
                if (memory.read(bytes, address + bytes.position()) <= 0) {
                    throw new IOException("The memory of " + process + " ends early");
                }
            }
        }
        return bytes.flip();
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The numbers of the system calls in which a program waits for input (the kernel's
    /// syscall_64.tbl and asm-generic/unistd.h).
    ///
    /// @param read calls whose first argument is the descriptor to read
    /// @param poll calls with an array of `pollfd` and its length
    /// @param select calls with the highest descriptor and a set of descriptors
    /// @param epoll calls whose first argument is an epoll descriptor
    record Calls(Set<Long> read, Set<Long> poll, Set<Long> select, Set<Long> epoll) {
        private static final Calls X86_64 =
                new Calls(
                        Set.of(0L, 19L),
                        Set.of(7L, 271L),
                        Set.of(23L, 270L),
                        Set.of(232L, 281L, 441L));

        private static final Calls GENERIC =
                new Calls(Set.of(63L, 65L), Set.of(73L), Set.of(72L), Set.of(22L, 441L));

        private static final Calls NONE = new Calls(Set.of(), Set.of(), Set.of(), Set.of());

        static Calls of(String architecture) {
            return switch (architecture) {
                case "amd64", "x86_64" -> X86_64;
                case "aarch64", "riscv64", "loongarch64" -> GENERIC;
                default -> NONE;
            };
        }

        boolean isKnown() {
            return !read.isEmpty();
        }
    }
}
