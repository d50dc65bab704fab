package dev.nudge.output;

import dev.nudge.output.search.ByteScan;
import dev.nudge.terminal.emulator.LinePlayer;
import dev.nudge.terminal.text.CursorMoves;
import dev.nudge.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Takes output as it was written, and passes on its lines as a person would see them in the end:
/// lines in which the cursor is moved are played, the others pass fast and byte for byte. Keeps
/// back at most 200 lines, to which the cursor can still return. In a very long line, what a
/// carriage return overwrites is dropped. For one thread.
public final class PlayedLines extends OutputStream implements LogReader.Sink {
    private static final int BLOCK = 256 << 10;
    private static final byte ESC = 0x1b;

    /// The longest sequence that is recognized when it is split between two writes, in bytes.
    private static final int SEQUENCE = 64;

    /// The bytes kept before the end of a very long line, if it has carriage returns: the last
    /// states of a progress display.
    private static final int STATES = 4 << 10;

    private final LogReader.Sink sink;
    private final OutputStream behind;
    private LinePlayer player = new LinePlayer();
    private final int room;
    private byte[] block = new byte[SEQUENCE];
    private int length;

    /// The bytes of the block before this index do not move the cursor.
    private int still;

    /// The offset in the output of the first byte of the block.
    private long base;

    private boolean isPlaying;

    /// How many lines have been added since the cursor was moved.
    private int quiet;

    private long shownTo;

    public PlayedLines(long start, LogReader.Sink sink) {
        this(start, BLOCK, sink, OutputStream.nullOutputStream());
    }

    /// @param behind the stream behind the sink, which is flushed and closed with this one
    PlayedLines(long start, int room, LogReader.Sink sink, OutputStream behind) {
        this.base = start;
        this.shownTo = start;
        this.room = room;
        this.sink = sink;
        this.behind = behind;
    }

    /// Passes lines on to a stream, which is closed with this.
    public static PlayedLines to(OutputStream out, long start) {
        return new PlayedLines(start, BLOCK, out::write, out);
    }

    public static boolean areMoved(LogReader log, long from, long to) throws IOException {
        boolean[] isMoved = {false};
        LogReader.Sink moves =
                (bytes, at, count) ->
                        isMoved[0] = isMoved[0] || move(bytes, at, at + count) < at + count;
        long _ = log.copy(from, to, moves);
        return isMoved[0];
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        for (int from = offset; from < offset + count; ) {
            if (length == block.length && length < room) {
                int needed = Math.max(2 * length, length + offset + count - from);
                block = Arrays.copyOf(block, Math.min(room, needed));
            }
            int taken = Math.min(block.length - length, offset + count - from);
            System.arraycopy(bytes, from, block, length, taken);
            length += taken;
            from += taken;
            if (length >= room) {
                look();
                makeRoom();
            }
        }
    }

    /// Passes on all lines that are whole by now. What follows cannot change them.
    @Override
    public void flush() throws IOException {
        look();
        if (isPlaying) {
            showRows(1);
        } else {
            pass(ByteScan.lineStart(block, length, 0));
        }
        behind.flush();
    }

    /// Passes on everything. Other bytes may follow.
    @Override
    public void end() throws IOException {
        passAll();
        sink.end();
    }

    private void passAll() throws IOException {
        look();
        if (isPlaying) {
            player.play(block, 0, length, base + length);
            drop(length);
            showRows(0);
            isPlaying = false;
        } else {
            pass(length);
        }
    }

    @Override
    public void passHole(long from, long to) throws IOException {
        passAll();
        sink.passHole(from, to);
        base = to;
        shownTo = to;
    }

    @Override
    public boolean isDone() {
        return sink.isDone();
    }

    public int held() {
        return length;
    }

    byte[] rest() {
        return Arrays.copyOf(block, length);
    }

    @Override
    public void close() throws IOException {
        end();
        behind.close();
    }

    /// Plays whole lines if they move the cursor, or lines shortly before did.
    private void look() throws IOException {
        while (true) {
            if (!isPlaying) {
                int move = move(block, still, length);
                still = Math.max(still, length - SEQUENCE);
                if (move == length) {
                    return;
                }
                begin(move);
            }
            if (!hasQuietened()) {
                return;
            }
        }
    }

    private static int move(byte[] bytes, int from, int to) {
        int at = ByteScan.next(ESC, bytes, from, to);
        while (at < to && !CursorMoves.isAt(bytes, at, to)) {
            at = ByteScan.next(ESC, bytes, at + 1, to);
        }
        return at;
    }

    private void begin(int move) throws IOException {
        int line = ByteScan.lineStart(block, move, 0);
        int first = linesBefore(line);
        pass(first);
        addLines(line - first);
        isPlaying = true;
        quiet = 0;
    }

    /// Returns the start of the lines before this one to which the cursor can go back.
    private int linesBefore(int line) {
        int start = line;
        for (int i = 0; i < LinePlayer.WINDOW && start > 0; i++) {
            start = ByteScan.lineStart(block, start - 1, 0);
        }
        return start;
    }

    private void addLines(int to) {
        for (int at = 0; at < to; ) {
            int end = ByteScan.lineEnd(block, at, to);
            player.add(block, at, end - 1, base + end);
            at = end;
        }
        drop(to);
    }

    /// Plays whole lines until the cursor has not been moved for so long that the rest need not be
    /// played. Returns false if no whole line is left before that.
    private boolean hasQuietened() throws IOException {
        int at = 0;
        while (quiet < LinePlayer.WINDOW || !player.isFresh()) {
            int end = ByteScan.lineEnd(block, at, length);
            if (end == at || block[end - 1] != '\n') {
                drop(at);
                return false;
            }
            play(at, end);
            at = end;
            showRows(LinePlayer.WINDOW + 1);
        }
        drop(at);
        takeBack();
        return true;
    }

    private void play(int from, int to) {
        if (player.isFresh() && move(block, from, to) == to) {
            player.add(block, from, to - 1, base + to);
            quiet++;
        } else {
            player.play(block, from, to, base + to);
            quiet = 0;
        }
    }

    /// Moves the last lines from the player back into the block: nothing has changed their bytes.
    private void takeBack() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        while (player.rows() > 1) {
            lines.writeBytes(player.take().text());
            lines.write('\n');
        }
        int size = lines.size();
        lines.write(block, 0, length);
        block = Arrays.copyOf(lines.toByteArray(), Math.max(room, lines.size()));
        length += size;
        base -= size;
        still = size;
        isPlaying = false;
    }

    /// @param left how many rows remain in the player
    private void showRows(int left) throws IOException {
        while (player.rows() > Math.max(1, left)) {
            showRow();
        }
        if (left == 0) {
            showRow();
            player = new LinePlayer();
        }
    }

    private void showRow() throws IOException {
        LinePlayer.Line line = player.take();
        shownTo = Math.max(shownTo, line.end());
        sink.write(line.text(), 0, line.text().length);
        sink.at(line.isComplete() ? shownTo - 1 : shownTo);
        if (line.isComplete()) {
            sink.write(new byte[] {'\n'}, 0, 1);
        }
    }

    private void makeRoom() throws IOException {
        if (length < room) {
            return;
        }
        if (isPlaying) {
            player.play(block, 0, length, base + length);
            drop(length);
            return;
        }
        int lines = ByteScan.lineStart(block, length, 0);
        if (lines == 0) {
            shorten();
        } else {
            int kept = linesBefore(lines);
            pass(kept > 0 ? Math.max(kept, ByteScan.lineStart(block, length / 2, 0)) : lines);
        }
    }

    /// Drops what is overwritten in a very long line; if nothing is, passes on its start.
    private void shorten() throws IOException {
        int early = ByteScan.behindLast((byte) '\r', block, Math.max(0, length - STATES), 0);
        int from = early > 0 ? early : ByteScan.behindLast((byte) '\r', block, length - 1, 0);
        if (from > 0) {
            drop(from);
        } else {
            pass(length - Utf8.unfinished(block, 0, length));
        }
    }

    private void pass(int to) throws IOException {
        if (to > 0) {
            sink.at(base);
            sink.write(block, 0, to);
            shownTo = base + to;
            sink.at(shownTo);
            drop(to);
        }
    }

    private void drop(int count) {
        if (count == 0) {
            return;
        }
        System.arraycopy(block, count, block, 0, length - count);
        length -= count;
        base += count;
        still = Math.max(0, still - count);
    }
}
