package dev.nudge.output.search;

import dev.nudge.text.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Takes bytes, and passes on blocks of whole lines. A very long line is taken for several; each of
/// them ends with a whole character. For one thread.
public abstract class WholeLines extends OutputStream {
    static final int BLOCK = 256 << 10;

    /// The length at which a line is split into several.
    private static final int LONGEST = 1 << 20;

    private byte[] block;
    private int length;

    /// @param room for so many bytes at first
    protected WholeLines(int room) {
        this.block = new byte[room];
    }

    /// Takes one or more lines, each with its line end; only the last one may lack it.
    ///
    /// @param bytes the lines are in it from 0 on; may be changed afterwards
    /// @param to behind the last byte, at least 1
    protected abstract void lines(byte[] bytes, int to) throws IOException;

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
            pass(lines);
        } else if (length < LONGEST) {
            block = Arrays.copyOf(block, length * 2);
        } else {
            pass(length - Utf8.unfinished(block, 0, length));
        }
    }

    private void pass(int to) throws IOException {
        if (to > 0) {
            lines(block, to);
            System.arraycopy(block, to, block, 0, length - to);
            length -= to;
        }
    }

    /// Returns how many bytes have not been passed on.
    public final int held() {
        return length;
    }

    /// Passes on all lines that are whole by now.
    @Override
    public void flush() throws IOException {
        pass(ByteScan.lineStart(block, length, 0));
    }

    /// Passes on the last line too, if it has no line end. Other bytes may follow.
    public final void end() throws IOException {
        pass(length);
    }

    /// Ends the last line. Whatever the lines are passed on to stays open.
    @Override
    public final void close() throws IOException {
        end();
        flush();
    }
}
