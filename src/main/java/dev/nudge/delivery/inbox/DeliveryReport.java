package dev.nudge.delivery.inbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The agent's report about one message, for which it connects to a socket that the message names.
/// The socket is in a folder that only this user can enter. Closing it removes both, and hangs up.
final class DeliveryReport implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DeliveryReport.class.getName());
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

    /// Listens for the report about a message, in its own thread.
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

    /// Waits for the report; [InboxAnswer#NONE] if none comes.
    InboxAnswer await(Duration limit) {
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return InboxAnswer.NONE;
        } catch (ExecutionException | TimeoutException e) {
            return InboxAnswer.NONE;
        }
    }

    /// Takes connections until the listener is closed, each in its own thread: a silent one must
    /// not block the others.
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
        try (agent) {
            // A connection that came while this was being closed.
            if (listener.isOpen()) {
                readLines(agent);
            }
        } catch (IOException e) {
            // Closed, or an agent that hung up: then another connection counts.
            LOG.log(Level.DEBUG, "a report could not be read", e);
        } finally {
            connected.remove(agent);
        }
    }

    private void readLines(SocketChannel agent) throws IOException {
        BufferedReader lines =
                new BufferedReader(Channels.newReader(agent, StandardCharsets.UTF_8));
        int length = 0;
        while (!answer.isDone() && length < LONGEST) {
            String line = lines.readLine();
            if (line == null) {
                return;
            }
            length += line.length();
            take(line);
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
            case "refused", "denied", "dropped", "expired", "misaddressed" -> InboxAnswer.REFUSED;
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
