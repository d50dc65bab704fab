package dev.nudge.console.caller;

import dev.nudge.protocol.Frame;
import dev.nudge.protocol.FrameStream;
import java.io.IOException;
import java.io.OutputStream;

/// A standard stream of the caller, to write to: each write is a frame.
final class RemoteOutput extends OutputStream {
    private final CallerLine line;
    private final Frame.Kind kind;

    RemoteOutput(CallerLine line, Frame.Kind kind) {
        this.line = line;
        this.kind = kind;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int from = 0; from < length; from += FrameStream.MAX_PAYLOAD) {
            line.send(kind, bytes, offset + from, Math.min(FrameStream.MAX_PAYLOAD, length - from));
        }
    }
}
