package dev.nudge.daemon;

import dev.nudge.calls.AgentCalls;
import dev.nudge.console.caller.CarrierConversation;
import dev.nudge.console.caller.CarrierConversation.CommandRunner;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.StopRequest;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;

/// Begins the conversation for a client's role: an agent gets its tools, its monitor the messages
/// for it, a carrier its command, and another program the end of the daemon.
///
/// @param feed learns in which tmux server commands are run
/// @param withheld returns the variables that no command gets: it might write them down or pass
///   them on
record ClientRoles(
        AgentCalls calls,
        CommandRunner commands,
        NewsFeed feed,
        Release release,
        Supplier<Set<String>> withheld,
        Runnable stop) {
    Conversation conversation(Hello hello, LineReader in, LineWriter out) {
        return switch (hello.role()) {
            case Hello.CLI -> () -> awaitStop(in, out);
            case Hello.CARRIER, Hello.ONLOOKER -> {
                feed.sawCaller(hello.environment().getOrDefault("TMUX", ""));
                yield new CarrierConversation(
                        hello.without(withheld.get()), new FrameStream(in, out), commands);
            }
            case Hello.MONITOR -> calls.monitor(hello, in, out);
            default -> calls.conversation(hello, in, out, release.version());
        };
    }

    /// Stops the daemon if the program asks for that. Returns only after the daemon's end, by which
    /// the program notices that end.
    private void awaitStop(LineReader in, LineWriter out) throws IOException {
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
