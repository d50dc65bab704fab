package dev.nudge.console;

import dev.nudge.protocol.Frame;
import dev.nudge.protocol.FrameStream;
import java.io.IOException;

/// The line to a caller: it is broken once the caller has left.
///
/// @param departure known before the line breaks, or after it
record CallerLine(FrameStream frames, Departure departure) {
    /// Sends a frame. Blocks while the caller does not read.
    void send(Frame frame) throws CallerGoneException {
        send(frame.kind(), frame.payload(), 0, frame.payload().length);
    }

    /// Sends a frame with a part of these bytes.
    void send(Frame.Kind kind, byte[] bytes, int offset, int length) throws CallerGoneException {
        departure.requirePresence();
        try {
            frames.send(kind, bytes, offset, length);
        } catch (IOException broken) {
            throw new CallerGoneException();
        }
    }
}
