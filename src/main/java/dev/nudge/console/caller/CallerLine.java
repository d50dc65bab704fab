package dev.nudge.console.caller;

import dev.nudge.protocol.Frame;
import dev.nudge.protocol.FrameStream;
import java.io.IOException;

/// The line to a caller: it is broken once the caller has left.
///
/// @param departure known before the line breaks, or after it
record CallerLine(FrameStream frames, Departure departure) {
    /// Sends a frame, or several in one step. Blocks while the caller does not read.
    void send(Frame... several) throws CallerGoneException {
        sendBy(() -> frames.send(several));
    }

    /// Sends a frame with a part of these bytes.
    void send(Frame.Kind kind, byte[] bytes, int offset, int length) throws CallerGoneException {
        sendBy(() -> frames.send(kind, bytes, offset, length));
    }

    private interface Sending {
        void run() throws IOException;
    }

    private void sendBy(Sending sending) throws CallerGoneException {
        departure.requirePresence();
        try {
            sending.run();
        } catch (IOException broken) {
            throw new CallerGoneException();
        }
    }
}
