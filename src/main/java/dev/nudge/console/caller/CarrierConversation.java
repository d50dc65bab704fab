package dev.nudge.console.caller;

import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Frame;
import dev.nudge.protocol.Frame.Kind;
import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Hello;
import dev.nudge.text.Reasons;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Runs the command of a client, while it hears what the client reports: its input, its signals,
/// and that it leaves.
public record CarrierConversation(Hello hello, FrameStream frames, CommandRunner runner)
        implements Conversation {
    private static final Logger LOG = System.getLogger(CarrierConversation.class.getName());
    private static final int FAILED = 1;

    @Override
    public void hold() throws IOException {
        Frame first = frames.next();
        Optional<String> token = Optional.empty();
        if (first.kind() == Kind.RESUME) {
            token = Optional.of(first.text());
            first = frames.next();
        }
        if (first.kind() != Kind.RUN) {
            throw new IOException("A carrier begins with RUN, not with " + first.kind());
        }
        List<String> texts = first.texts();
        // At once, so that the carrier can tell this daemon from one that hangs.
        frames.send(Frame.of(Kind.TIME_LIMIT, "0", "0", ""));
        RemoteCaller caller = new RemoteCaller(hello, texts.getFirst(), token, frames);
        List<String> words = texts.subList(1, texts.size());
        // One that searches a long log would keep others from a processor, were it virtual.
        Thread command =
                Thread.ofPlatform().daemon().name("command").start(() -> run(words, caller));
        try {
            while (true) {
                caller.receive(frames.next());
            }
        } catch (EOFException left) {
            LOG.log(Level.DEBUG, "the caller has left");
        } finally {
            caller.leave();
            awaitEnd(command);
        }
    }

    /// Waits for a command whose caller has left, so that the daemon does not end under it.
    private static void awaitEnd(Thread command) {
        try {
            command.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(List<String> words, RemoteCaller caller) {
        try {
            frames.send(Frame.of(Kind.EXIT, exitCode(words, caller)));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the caller has left its command", e);
        }
    }

    private int exitCode(List<String> words, RemoteCaller caller) throws IOException {
        String reason;
        try {
            return runner.run(words, caller);
        } catch (OutOfMemoryError | StackOverflowError e) {
            reason = "This request needed more memory than the nudge daemon has, and was given up.";
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a command ended by an error", e);
            reason = "The command ended by an error, which is in the daemon's log.";
        }
        caller.err().write((Reasons.complaint(reason) + "\n").getBytes(StandardCharsets.UTF_8));
        return FAILED;
    }

    public interface CommandRunner {
        /// Runs a command to its end, reports its errors to the caller, and returns its exit code.
        ///
        /// @param words without the program's name
        int run(List<String> words, Caller caller) throws CallerGoneException;
    }
}
