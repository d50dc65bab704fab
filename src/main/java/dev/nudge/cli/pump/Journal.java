package dev.nudge.cli.pump;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The record of a session, for a pump that replaces one that was killed: what the agent has said,
/// how much of it was handled, and what it was answered. Kept in an unnamed file in memory that the
/// launcher holds open: it ends with the session. Thread-safe, except that one thread reads.
///
/// No byte is lost: the agent's bytes are read into a part of the file itself (see [ReadArea]), and
/// the rest of the file is a log of entries.
public final class Journal {
    /// An entry. A later pump reads what an earlier one has written, so letters keep their meaning:
    /// `I` a portion of bytes from the agent (its number, 8 bytes, comes first), `T` a line of them
    /// is being handled, `W` a line to the agent is being written, `A` it has been written (the id
    /// of the call that it answers).
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

        /// Returns the bytes of the agent that were read.
        byte[] read() {
            return Arrays.copyOfRange(bytes, Long.BYTES, bytes.length);
        }

        /// Returns the number of the portion that was read; -1 if this entry is about something
        /// else.
        private long portion() {
            return kind == 'I' ? ByteBuffer.wrap(bytes).getLong() : -1;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static final int HEAD = 1 + Integer.BYTES;
    private static final long ROOM = 64 * 1024;

    private final @Nullable ReadArea area;
    private @Nullable FileChannel file;
    private final List<Entry> earlier;
    private long begin;

    private Journal(@Nullable FileChannel file, @Nullable ReadArea area, List<Entry> earlier) {
        this.file = file;
        this.area = area;
        this.earlier = earlier;
    }

    /// Opens the launcher's file, and removes its name.
    ///
    /// @param descriptor the file, as this process has it open
    /// @param name the path at which the launcher made it
    public static Journal open(Path descriptor, Path name) throws IOException {
        FileChannel file =
                FileChannel.open(descriptor, StandardOpenOption.READ, StandardOpenOption.WRITE);
        removeName(name);
        ReadArea area = ReadArea.in(file);
        List<Entry> earlier = entries(file);
        Journal journal = new Journal(file, area, earlier);
        journal.recover(area);
        return journal;
    }

    /// Records what the earlier pump had read, but not recorded, when it was killed.
    private void recover(ReadArea area) throws IOException {
        long recorded = earlier.stream().mapToLong(Entry::portion).max().orElse(-1);
        byte[] read = area.left();
        if (read.length > 0 && area.portion() > recorded) {
            earlier.add(recordRead(area, read));
        }
        area.clear(read.length);
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
    public static Journal none() {
        return new Journal(null, null, List.of());
    }

    /// Returns what an earlier pump has recorded.
    List<Entry> earlier() {
        return Collections.unmodifiableList(earlier);
    }

    /// Waits for bytes from the agent, reads and records them.
    ///
    /// @return the bytes, empty at the end of the stream
    byte[] read(ReadableByteChannel agent) throws IOException {
        if (area == null) {
            ByteBuffer bytes = ByteBuffer.allocate(ReadArea.ROOM);
            return Arrays.copyOf(bytes.array(), Math.max(0, agent.read(bytes)));
        }
        byte[] bytes = area.read(agent);
        recordRead(area, bytes);
        area.clear(bytes.length);
        return bytes;
    }

    private Entry recordRead(ReadArea area, byte[] bytes) {
        ByteBuffer entry = ByteBuffer.allocate(Long.BYTES + bytes.length);
        entry.putLong(area.portion()).put(bytes);
        add('I', entry.array());
        return new Entry('I', entry.array());
    }

    /// Records a step of the session.
    void add(char kind, String text) {
        add(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private void add(char kind, byte[] bytes) {
        ByteBuffer entry = ByteBuffer.allocate(HEAD + bytes.length);
        append(entry.put((byte) kind).putInt(bytes.length).put(bytes).flip());
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
        try {
            broken.truncate(ReadArea.SIZE);
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
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(file.size() - ReadArea.SIZE));
        file.position(ReadArea.SIZE);
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
        file.truncate(ReadArea.SIZE + whole);
        file.position(ReadArea.SIZE + whole);
        return entries;
    }
}
