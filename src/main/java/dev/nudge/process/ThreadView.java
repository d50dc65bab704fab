package dev.nudge.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Determines whether one thread sleeps until its terminal has input.
///
/// @param process the folder of its process in `/proc`
/// @param thread the folder of the thread in it
record ThreadView(Path process, Path thread, WaitingSyscalls calls, TerminalDevice terminal) {
    private static final Pattern WATCHED = Pattern.compile("tfd:\\s*(\\d+) events:\\s*([0-9a-f]+)");
    private static final int POLLFD_SIZE = 8;
    private static final int READABLE = 0x41;
    private static final int EPOLL_READABLE = 0x41;
    private static final int MOST_DESCRIPTORS = 4096;

    enum Answer {
        READS_TERMINAL,
        DOES_NOT,
        HIDDEN
    }

    Answer answer() {
        Optional<String> line = read(thread.resolve("syscall"));
        if (line.isEmpty() || !calls.isKnown()) {
            return byPlaceInKernel();
        }
        try {
            Optional<SystemCall> call = SystemCall.parse(line.get());
            return call.isPresent() && waitsForTerminal(call.get())
                    ? Answer.READS_TERMINAL
                    : Answer.DOES_NOT;
        } catch (IOException e) {
            return Answer.HIDDEN;
        }
    }

    static boolean isInRead(Path thread, WaitingSyscalls calls) {
        Optional<String> line = read(thread.resolve("syscall"));
        if (line.isEmpty() || !calls.isKnown()) {
            String place = read(thread.resolve("wchan")).orElse("");
            return place.equals("n_tty_read") || place.equals("wait_woken");
        }
        return SystemCall.parse(line.get())
                .filter(call -> calls.read().contains(call.number()))
                .isPresent();
    }

    private boolean waitsForTerminal(SystemCall call) throws IOException {
        int number = call.number();
        if (calls.read().contains(number)) {
            return isTerminal(call.argument(0));
        }
        if (calls.poll().contains(number)) {
            return isPolled(call.argument(0), call.argument(1));
        }
        if (calls.select().contains(number)) {
            return isSelected(call.argument(0), call.argument(1));
        }
        return calls.epoll().contains(number) && isWatched(call.argument(0));
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
        if (set == 0) {
            return false;
        }
        ByteBuffer bits = memory(set, (count + 63) / 64 * 8);
        for (int i = 0; i < count; i++) {
            boolean isIn = (bits.get(i / 8) >>> i % 8 & 1) != 0;
            if (isIn && isTerminal(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWatched(long epoll) throws IOException {
        Path info = process.resolve("fdinfo").resolve(Long.toString(epoll));
        Matcher watched = WATCHED.matcher(Files.readString(info));
        while (watched.find()) {
            long events = Long.parseLong(watched.group(2), 16);
            if ((events & EPOLL_READABLE) != 0 && isTerminal(Long.parseLong(watched.group(1)))) {
                return true;
            }
        }
        return false;
    }

    /// Judges by where in the kernel the thread sleeps and by what the process has open, if the
    /// call itself cannot be seen. `n_tty_read` reads a terminal; newer kernels say `wait_woken`,
    /// which also covers a read of a socket.
    private Answer byPlaceInKernel() {
        try {
            String place = read(thread.resolve("wchan")).orElse("");
            return switch (place) {
                case "", "0" -> Answer.HIDDEN;
                case "n_tty_read" -> Answer.READS_TERMINAL;
                case "wait_woken" -> byDescriptors();
                default -> isPolling(place) && hasTerminal() ? Answer.HIDDEN : Answer.DOES_NOT;
            };
        } catch (IOException e) {
            return Answer.HIDDEN;
        }
    }

    private Answer byDescriptors() throws IOException {
        if (!hasTerminal()) {
            return Answer.DOES_NOT;
        }
        return has("socket:") ? Answer.HIDDEN : Answer.READS_TERMINAL;
    }

    private static boolean isPolling(String place) {
        return place.contains("poll") || place.contains("select");
    }

    private boolean hasTerminal() throws IOException {
        return has("/dev/tty") || has(terminal.path().toString());
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
        return number >= 0
                && terminal.isMeantBy(
                        target(process.resolve("fd").resolve(Integer.toString(number))));
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
            while (bytes.hasRemaining() && memory.read(bytes, address + bytes.position()) > 0) {
                // Continues until all is there.
            }
        }
        if (bytes.hasRemaining()) {
            throw new IOException("The memory of " + process + " ends early");
        }
        return bytes.flip();
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(
                    new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
