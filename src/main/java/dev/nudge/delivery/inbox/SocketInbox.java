package dev.nudge.delivery.inbox;

import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.process.CurrentUser;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An inbox that is a socket of the agent. It takes messages from programs that the agent has
/// started, which know a token (rules R110 to R113).
///
/// @param token known only to these programs; never shown
public record SocketInbox(Path socket, String token) implements Inbox {
    @Override
    public InboxAnswer send(String id, Set<String> news, String text, Duration limit) {
        boolean isConnected = false;
        try (DeliveryReport report = DeliveryReport.listen(id);
                SocketChannel agent = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            agent.connect(UnixDomainSocketAddress.of(socket));
            // Another user would learn the token and the message.
            if (!CurrentUser.isPeer(agent)) {
                return InboxAnswer.REFUSED;
            }
            isConnected = true;
            return send(agent, lines(id, text, report.address()))
                    ? report.await(limit)
                    : InboxAnswer.NONE;
        } catch (IOException e) {
            return isConnected ? InboxAnswer.NONE : InboxAnswer.REFUSED;
        }
    }

    /// Returns whether all was written. If not, the agent may still have read it.
    private static boolean send(SocketChannel agent, String lines) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                agent.write(bytes);
            }
            agent.shutdownOutput();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String lines(String id, String text, Path report) {
        return """
        {"msgV":1,"type":"auth","token":%s}
        {"msgV":1,"msgId":%s,"type":"user","from":%s,"fromName":"nudge","priority":"next","message":{"role":"user","content":%s}}
        """
                .formatted(quoted(token), quoted(id), quoted(report.toString()), quoted(text));
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    @Override
    public String toString() {
        return "inbox at " + socket;
    }

    /// The agent's report about one message, for which it connects to a socket that the message
    /// names, in a folder that only this user can enter. Closing it removes both, and hangs up.
    static final class DeliveryReport implements AutoCloseable {
        private static final Logger LOG = System.getLogger(DeliveryReport.class.getName());

        private static final Pattern LINE = Pattern.compile("[^\n]+|\n");

        /// The most characters that are kept of what an agent sends, however long its lines are.
        private static final int LONGEST = 1 << 16;

        /// Pause after a connection could not be accepted, as with too many open files.
        private static final Duration AGAIN = Duration.ofMillis(100);

        private final String id;
        private final Path folder;
        private final ServerSocketChannel listener;
        private final Set<SocketChannel> connected = ConcurrentHashMap.newKeySet();
        private final CompletableFuture<InboxAnswer> answer = new CompletableFuture<>();

        private DeliveryReport(String id, Path folder, ServerSocketChannel listener) {
            this.id = id;
            this.folder = folder;
            this.listener = listener;
        }

        static DeliveryReport listen(String id) throws IOException {
            Path folder = Files.createTempDirectory("nudge-report-");
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            DeliveryReport report = new DeliveryReport(id, folder, listener);
            try {
                listener.bind(UnixDomainSocketAddress.of(report.address()));
            } catch (IOException | RuntimeException e) {
                report.close();
                throw e;
            }
            Thread _ = Thread.ofVirtual().name("report-" + id).start(report::accept);
            return report;
        }

        Path address() {
            return folder.resolve("s");
        }

        InboxAnswer await(Duration limit) {
            return answer.completeOnTimeout(
                            InboxAnswer.NONE, limit.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }

        /// Takes each connection in its own thread: a silent one must not block the others.
        private void accept() {
            while (listener.isOpen()) {
                try {
                    SocketChannel agent = listener.accept();
                    connected.add(agent);
                    Thread _ = Thread.ofVirtual().name("report-" + id).start(() -> read(agent));
                } catch (IOException e) {
                    LOG.log(Level.DEBUG, "a report could not be taken", e);
                    LockSupport.parkNanos(AGAIN.toNanos());
                }
            }
        }

        private void read(SocketChannel agent) {
            try (Scanner lines = new Scanner(agent, StandardCharsets.UTF_8)) {
                // A connection that came while this was being closed.
                if (listener.isOpen()) {
                    // Ends too with an agent that hangs up: then another connection counts.
                    Stream.generate(() -> lines.findWithinHorizon(LINE, LONGEST))
                            .takeWhile(line -> line != null && !answer.isDone())
                            .forEach(this::take);
                }
            } finally {
                connected.remove(agent);
            }
        }

        private void take(String line) {
            try {
                JsonNode report = JsonMapper.shared().readTree(line);
                if (report.path("origMsgId").asString("").equals(id)) {
                    answer.complete(answer(report.path("status").asString("")));
                }
            } catch (JacksonException e) {
                LOG.log(Level.DEBUG, "a line is not a report", e);
            }
        }

        private static InboxAnswer answer(String status) {
            return switch (status) {
                case "delivered" -> InboxAnswer.TAKEN;
                case "refused", "denied", "dropped", "expired", "misaddressed" ->
                        InboxAnswer.REFUSED;
                case "busy" -> InboxAnswer.BUSY;
                default -> InboxAnswer.NONE;
            };
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (SocketChannel agent : connected) {
                agent.close();
            }
            Files.deleteIfExists(address());
            Files.deleteIfExists(folder);
        }
    }
}
