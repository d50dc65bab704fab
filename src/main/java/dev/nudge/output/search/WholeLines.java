package dev.nudge.output.search;

import dev.nudge.text.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Takes bytes, and passes on blocks of whole lines. A very long line is passed on in pieces, each
/// with the end of the one before it, since a match may lie on both sides of a cut. A piece begins
/// and ends with a whole character. For one thread.
public abstract class WholeLines extends OutputStream {
    /// The length at which a line is cut.
    public static final int LONGEST = 1 << 20;

    /// How many bytes of a piece come again with the next one.
    public static final int OVERLAP = 64 << 10;

    static final int BLOCK = 256 << 10;

    private byte[] block;
    private int length;

    /// How many bytes of the block have been passed on already.
    private int passed;

    /// @param room the size of the buffer at first, in bytes
    protected WholeLines(int room) {
        this.block = new byte[room];
    }

    /// Takes one or more lines, each with its line end; only the last one may lack it.
    ///
    /// @param bytes the lines, from index 0; the array changes after this call
    /// @param from the index behind what the piece before contained; 0 if the first line begins
    ///   here
    /// @param to behind the last byte, at least 1
    protected abstract void lines(byte[] bytes, int from, int to) throws IOException;

    @Override
    public final void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public final void write(byte[] bytes, int offset, int count) throws IOException {
        int from = offset;
        while (from < offset + count) {
            int taken = Math.min(block.length - length, offset + count - from);
            System.arraycopy(bytes, from, block, length, taken);
            length += taken;
            from += taken;
            if (length == block.length) {
                passFull();
            }
        }
    }

    private void passFull() throws IOException {
        int lines = ByteScan.lineStart(block, length, 0);
        if (lines > 0) {
            pass(lines, lines);
        } else if (length < LONGEST) {
            block = Arrays.copyOf(block, length * 2);
        } else {
            int to = length - Utf8.unfinished(block, 0, length);
            int again = to - OVERLAP;
            pass(to, again + Utf8.continued(block, again, to));
        }
    }

    /// @param to the end of what is passed on
    /// @param kept the start of what stays in the block
    private void pass(int to, int kept) throws IOException {
        if (to > passed) {
            lines(block, passed, to);
        }
        System.arraycopy(block, kept, block, 0, length - kept);
        length -= kept;
        passed = Math.max(0, to - kept);
    }

    public final int held() {
        return length - passed;
    }

    public final byte[] rest() {
        return Arrays.copyOfRange(block, passed, length);
    }

    /// Passes on all lines that are whole by now.
    @Override
    public void flush() throws IOException {
        int lines = ByteScan.lineStart(block, length, 0);
        if (lines > 0) {
            pass(lines, lines);
        }
    }

    /// Passes on the last line too, if it has no line end. Other bytes may follow.
    public final void end() throws IOException {
        pass(length, length);
    }

    /// Passes on the last line. The receiver of the lines stays open.
    @Override
    public final void close() throws IOException {
        end();
        flush();
    }
}
