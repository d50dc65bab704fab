package dev.nudge.console.log;

import dev.nudge.console.caller.Caller;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// Puts together what is shown of a piece of a log, and sends it to the caller in one write, so
/// that its token counts for all of it or for nothing.
public final class PieceOutput extends ByteArrayOutputStream {
    private final Caller caller;

    public PieceOutput(Caller caller) {
        this.caller = caller;
    }

    /// Sends what was written since the last time, which is not nothing.
    ///
    /// @param token counts once that has been written
    public void send(String token) throws IOException {
        byte[] piece = toByteArray();
        reset();
        caller.keepWithNext(token);
        caller.out().write(piece);
    }
}
