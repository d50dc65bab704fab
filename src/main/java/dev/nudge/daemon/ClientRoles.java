package dev.nudge.daemon;

import dev.nudge.calls.AgentCalls;
import dev.nudge.console.Services;
import dev.nudge.console.caller.CarrierConversation;
import dev.nudge.console.caller.CommandRunner;
import dev.nudge.console.command.Commands;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.web.WebPage;
import java.util.Set;
import java.util.function.Supplier;

/// Begins the conversation for a client's role: an agent gets its tools, its monitor the messages
/// for it, a carrier its command.
final class ClientRoles {
    private final AgentCalls calls;
    private final CommandRunner commands;
    private final NewsFeed feed;
    private final Release release;
    private final Supplier<Set<String>> withheld;
    private final Runnable stop;

    /// @param feed learns in which tmux server commands are run
    /// @param withheld returns the variables that no command gets: it has no use for them, and
    ///   might write them down or pass them on
    /// @param stop asks the daemon to end
    ClientRoles(
            AgentCalls calls,
            Services services,
            WebPage page,
            NewsFeed feed,
            Release release,
            Supplier<Set<String>> withheld,
            Runnable stop) {
        this.calls = calls;
        this.commands = new Commands(services, page);
        this.feed = feed;
        this.release = release;
        this.withheld = withheld;
        this.stop = stop;
    }

    Conversation conversation(Hello hello, LineReader in, LineWriter out) {
        return switch (hello.role()) {
            case Hello.CLI -> new StopConversation(in, out, stop);
            case Hello.CARRIER, Hello.ONLOOKER -> {
                feed.sawCaller(hello.environment().getOrDefault("TMUX", ""));
                yield new CarrierConversation(
                        hello.without(withheld.get()), new FrameStream(in, out), commands);
            }
            case Hello.MONITOR -> calls.monitor(hello, in, out);
            default -> calls.conversation(hello, in, out, release.version());
        };
    }
}
