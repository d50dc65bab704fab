package dev.nudge.delivery.inbox;

import dev.nudge.testkit.Unchecked;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Listens as Qwen Code does: takes messages from those that know its word, each id once.
public final class StandInInbox implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ServerSocketChannel listener =
            Unchecked.get(() -> ServerSocketChannel.open(StandardProtocolFamily.UNIX));
    private final Path socket;
    private final String token;
    private volatile String status;
    private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    private StandInInbox(Path socket, String token, String status) {
        this.socket = socket;
        this.token = token;
        this.status = status;
    }

    /// Starts to listen.
    ///
    /// @param status what it reports; empty if it reports nothing
    public static StandInInbox start(Path socket, String token, String status) {
        StandInInbox inbox = new StandInInbox(socket, token, status);
        Unchecked.run(() -> inbox.listener.bind(UnixDomainSocketAddress.of(socket)));
        Thread _ = Thread.ofVirtual().start(inbox::accept);
        return inbox;
    }

    /// Returns the messages that it has taken, oldest first.
    public List<JsonNode> messages() {
        return messages;
    }

    /// Returns their texts.
    public List<String> texts() {
        return messages.stream().map(m -> m.path("message").path("content").asString("")).toList();
    }

    /// From now on it reports this.
    public void report(String next) {
        status = next;
    }

    private void accept() {
        while (listener.isOpen()) {
            try (SocketChannel sender = listener.accept()) {
                serve(sender);
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(SocketChannel sender) throws IOException {
        BufferedReader lines =
                new BufferedReader(Channels.newReader(sender, StandardCharsets.UTF_8));
        JsonNode authority = JSON.readTree(lines.readLine());
        if (!authority.path("token").asString("").equals(token)) {
            return;
        }
        JsonNode message = JSON.readTree(lines.readLine());
        String id = message.path("msgId").asString("");
        if (known.add(id)) {
            messages.add(message);
        }
        if (!status.isEmpty()) {
            report(Path.of(message.path("from").asString("")), id);
        }
    }

    private void report(Path to, String id) throws IOException {
        String report =
                """
                {"msgV":1,"type":"control","action":"delivery_status","status":"%s","origMsgId":"%s"}
                """
                        .formatted(status, id);
        try (SocketChannel sender = SocketChannel.open(UnixDomainSocketAddress.of(to))) {
            sender.write(ByteBuffer.wrap(report.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public void close() {
        Unchecked.run(() -> {
            listener.close();
            Files.deleteIfExists(socket);
        });
    }
}
