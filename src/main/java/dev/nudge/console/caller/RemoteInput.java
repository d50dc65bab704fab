package dev.nudge.console.caller;

import dev.nudge.console.caller.CallerLine.Exchange;
import dev.nudge.protocol.Frame;
import java.io.IOException;
import java.io.InputStream;

/// The caller's standard input. One thread reads.
final class RemoteInput extends InputStream {
    private final Exchange chunks;
    private final Exchange amounts;
    private byte[] chunk = {};
    private int position;
    private boolean hasEnded;

    RemoteInput(CallerLine line) {
        this.chunks = new Exchange(line);
        this.amounts = new Exchange(line);
    }

    void receive(Frame frame) {
        (frame.kind() == Frame.Kind.AVAILABLE ? amounts : chunks).answer(frame);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position == chunk.length && !hasMore()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - position);
        System.arraycopy(chunk, position, bytes, offset, count);
        position += count;
        return count;
    }

    private boolean hasMore() throws IOException {
        if (!hasEnded) {
            Frame answer = chunks.ask(Frame.of(Frame.Kind.READ));
            if (answer.kind() == Frame.Kind.UNREADABLE) {
                throw new IOException(answer.text());
            }
            chunk = answer.payload();
            position = 0;
            hasEnded = chunk.length == 0;
        }
        return !hasEnded;
    }

    @Override
    public int available() throws IOException {
        return position < chunk.length
                ? chunk.length - position
                : Integer.parseInt(amounts.ask(Frame.of(Frame.Kind.AVAILABLE)).text());
    }
}
