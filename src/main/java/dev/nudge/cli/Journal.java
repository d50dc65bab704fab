package dev.nudge.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The record of a session, for a pump that replaces one that was killed: what the agent has said,
/// how much of it was handled, and what it was answered. Kept in an unnamed file in memory that the
/// launcher holds open: it ends with the session. Thread-safe.
///
/// Everything read is recorded before it is handled. The only loss: bytes read by a process that
/// was killed before its next system call.
final class Journal {
    /// An entry. A later pump reads what an earlier one has written, so letters keep their meaning:
    /// `I` bytes from the agent, `T` a line of them is being handled, `W` a line to the agent is
    /// being written, `A` it has been written (the id of the call that it answers).
    static final class Entry {
        private final char kind;
        private final byte[] bytes;

        private Entry(char kind, byte[] bytes) {
            this.kind = kind;
            this.bytes = bytes;
        }

        char kind() {
            return kind;
        }

        byte[] bytes() {
            return bytes.clone();
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static final int HEAD = 1 + Integer.BYTES;
    private static final long ROOM = 64 * 1024;

    private @Nullable FileChannel file;
    private final List<Entry> earlier;
    private long begin;

    private Journal(@Nullable FileChannel file, List<Entry> earlier) {
        this.file = file;
        this.earlier = earlier;
    }

    /// Opens the launcher's file, and removes its name.
    ///
    /// @param descriptor the file, as this process has it open
    /// @param name the path at which the launcher made it
    static Journal open(Path descriptor, Path name) throws IOException {
        FileChannel file =
                FileChannel.open(descriptor, StandardOpenOption.READ, StandardOpenOption.WRITE);
        removeName(name);
        return new Journal(file, entries(file));
    }

    /// Removes the name. Only the first pump finds the file there; later, the name may belong to
    /// another file.
    private static void removeName(Path name) {
        try {
            Files.deleteIfExists(name);
        } catch (IOException notOurs) {
            // The session does not depend on it.
        }
    }

    /// Returns a journal that keeps nothing.
    static Journal none() {
        return new Journal(null, List.of());
    }

    /// Returns what an earlier pump has recorded.
    List<Entry> earlier() {
        return earlier;
    }

    void add(char kind, byte[] bytes, int length) {
        ByteBuffer entry = ByteBuffer.allocate(HEAD + length);
        entry.put((byte) kind).putInt(length).put(bytes, 0, length).flip();
        append(entry);
    }

    void add(char kind, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        add(kind, bytes, bytes.length);
    }

    /// Appends an entry. A journal that cannot be written is given up entirely: half of one would
    /// mislead.
    private synchronized void append(ByteBuffer entry) {
        if (file == null) {
            return;
        }
        try {
            while (entry.hasRemaining()) {
                file.write(entry);
            }
        } catch (IOException full) {
            giveUp(file);
        }
    }

    private void giveUp(FileChannel broken) {
        file = null;
        try (broken) {
            broken.truncate(0);
        } catch (IOException e) {
            // Then it cannot be read either.
        }
    }

    /// Forgets what is finished. Call it when nothing is pending except the session itself, whose
    /// beginning is kept.
    synchronized void settle() {
        if (file == null) {
            return;
        }
        try {
            if (begin == 0) {
                begin = file.size();
            } else if (file.size() - begin > ROOM) {
                file.truncate(begin);
            }
        } catch (IOException e) {
            giveUp(file);
        }
    }

    /// Reads the entries. The last one may be half written: what it was to record has not happened.
    private static List<Entry> entries(FileChannel file) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(file.size()));
        while (all.hasRemaining() && file.read(all) >= 0) {
            // Continues reading.
        }
        all.flip();
        List<Entry> entries = new ArrayList<>();
        int whole = 0;
        while (all.remaining() >= HEAD) {
            char kind = (char) all.get();
            int length = all.getInt();
            if (length > all.remaining()) {
                break;
            }
            byte[] bytes = new byte[length];
            all.get(bytes);
            entries.add(new Entry(kind, bytes));
            whole = all.position();
        }
        file.truncate(whole);
        file.position(whole);
        return entries;
    }
}
