package dev.nudge.cli.pump;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.ReadableByteChannel;

/// The part of a session's file into which the agent's bytes are read. It is mapped into memory, so
/// that the kernel takes bytes out of the agent's pipe and puts them into the file in one step: a
/// process that is killed has either not read them, or has left them here. Not thread-safe.
///
/// It begins with the number of the portion that is read next. A portion is cleared, and the number
/// raised, when the portion has been recorded; a record with the same number tells that bytes found
/// here are known already. Free room is zero, and ends the bytes: JSON has no such byte.
final class ReadArea {
    /// The length of the area, at the start of the file.
    static final int SIZE = 64 * 1024;

    /// The most bytes that are read at once.
    static final int ROOM = SIZE - Long.BYTES;

    private final FileChannel file;
    private final ByteBuffer area;

    private ReadArea(FileChannel file, ByteBuffer area) {
        this.file = file;
        this.area = area;
    }

    /// Returns the area of a session's file; makes it if the file is empty.
    ///
    /// @throws IOException if there is no room for it, or the file is not such a file
    static ReadArea in(FileChannel file) throws IOException {
        if (file.size() == 0) {
            // Written, not left out: the kernel cannot read into memory for which there is no room.
            write(file, ByteBuffer.allocate(SIZE), 0);
        }
        ByteBuffer first = ByteBuffer.allocate(1);
        // Mapping would extend a shorter file. The record of an earlier release begins with a
        // letter.
        if (file.size() < SIZE || file.read(first, 0) < 1 || first.get(0) != 0) {
            throw new IOException("not the record of a session");
        }
        // As a segment: a mapped buffer is made by reflection, which slows the pump's start.
        ByteBuffer area = file.map(MapMode.READ_WRITE, 0, SIZE, Arena.global()).asByteBuffer();
        return new ReadArea(file, area);
    }

    private static void write(FileChannel file, ByteBuffer bytes, long position)
            throws IOException {
        for (long at = position; bytes.hasRemaining(); ) {
            at += file.write(bytes, at);
        }
    }

    /// Returns the number of the portion in the area, or of the next one if it is clear; 0 or more.
    long portion() {
        return area.getLong(0);
    }

    /// Returns the bytes in the area.
    byte[] left() {
        int end = SIZE;
        while (end > Long.BYTES && area.get(end - 1) == 0) {
            end--;
        }
        return bytes(end - Long.BYTES);
    }

    /// Waits for bytes and reads them. Call [#clear] when they have been recorded.
    ///
    /// @return the bytes, empty at the end of the stream
    byte[] read(ReadableByteChannel source) throws IOException {
        area.clear().position(Long.BYTES);
        return bytes(Math.max(0, source.read(area)));
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        area.get(Long.BYTES, bytes);
        return bytes;
    }

    /// Clears the area after bytes of this length. By system calls, whose order is kept: a number
    /// that was raised before its bytes were cleared would give them a second life.
    void clear(int length) throws IOException {
        long next = portion() + 1;
        write(file, ByteBuffer.allocate(length), Long.BYTES);
        write(file, ByteBuffer.allocate(Long.BYTES).putLong(next).flip(), 0);
    }
}
