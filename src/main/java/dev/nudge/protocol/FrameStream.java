package dev.nudge.protocol;

import dev.nudge.protocol.Frame.Kind;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Frames in both directions, after the greeting. One thread reads; several may write.
public final class FrameStream {
    /// The largest payload, in bytes.
    public static final int MAX_PAYLOAD = 16 * 1024 * 1024;

    private static final int BUFFER = 64 * 1024;
    private static final int HEAD = 1 + Integer.BYTES;
    private static final Kind[] KINDS = Kind.values();

    private final InputStream in;
    private final LineWriter out;

    /// Continues after the lines of the greeting.
    public FrameStream(LineReader in, LineWriter out) {
        this.in = new BufferedInputStream(in.rest(), BUFFER);
        this.out = out;
    }

    /// Waits for the next frame.
    ///
    /// @throws EOFException if the other end has closed the connection
    /// @throws IOException also if this is not a frame
    public Frame next() throws IOException {
        ByteBuffer head = ByteBuffer.wrap(bytes(HEAD));
        Kind kind = kind(head.get());
        int length = head.getInt();
        if (length < 0 || length > MAX_PAYLOAD) {
            throw new IOException(
                    "A frame has %d bytes; at most %d are allowed.".formatted(length, MAX_PAYLOAD));
        }
        return new Frame(kind, bytes(length));
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The connection has been closed.");
        }
        return bytes;
    }

    private static Kind kind(byte letter) throws IOException {
        for (Kind kind : KINDS) {
            if (kind.letter() == letter) {
                return kind;
            }
        }
        throw new IOException("A frame of an unknown kind has come: " + (char) letter);
    }

    /// Sends frames by one write: of small ones either all arrive or none. Blocks while the other
    /// end does not read.
    public void send(Frame... frames) throws IOException {
        int length = Arrays.stream(frames).mapToInt(f -> HEAD + f.payload().length).sum();
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (Frame frame : frames) {
            byte[] payload = frame.payload();
            bytes.put(frame.kind().letter()).putInt(payload.length).put(payload);
        }
        out.write(bytes.array());
    }
}
