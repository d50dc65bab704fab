package dev.nudge.daemon;

import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.StopRequest;
import java.io.IOException;

/// A conversation with a program that stops the daemon. It lasts until the daemon's end, by which
/// the program notices that end.
final class StopConversation implements Conversation {
    private final LineReader in;
    private final LineWriter out;
    private final Runnable stop;

    StopConversation(LineReader in, LineWriter out, Runnable stop) {
        this.in = in;
        this.out = out;
        this.stop = stop;
    }

    @Override
    public void hold() throws IOException {
        for (Read read = in.next(); !(read instanceof Read.End); read = in.next()) {
            if (read instanceof Read.Line(String line) && StopRequest.is(line)) {
                out.write(StopRequest.answer(ProcessHandle.current().pid()));
                stop.run();
            } else {
                out.write(StopRequest.refusal());
            }
        }
    }
}
