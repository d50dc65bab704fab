package dev.nudge.delivery.queue;

import dev.nudge.testkit.Unchecked;
import java.io.DataInputStream;
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
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Listens as the server of Codex does, with one thread, whose record it writes.
public final class StandInServer implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int LONG = 127;
    private static final int SHORT = 126;

    private final ServerSocketChannel listener;
    private final Path record;
    private final Thread accepting;
    private final List<Map<String, Object>> queue = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private String status = "idle";
    private boolean isTaking = true;
    private boolean isRefusing;

    private StandInServer(Path socket, Path record) throws IOException {
        this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        this.record = Files.writeString(record, "{\"client_id\":\"of a person\"}\n");
        this.accepting = Thread.ofVirtual().unstarted(this::accept);
        listener.bind(UnixDomainSocketAddress.of(socket));
    }

    /// Starts to listen. Its thread is idle, and takes what comes.
    public static StandInServer start(Path socket, Path record) {
        StandInServer server = Unchecked.get(() -> new StandInServer(socket, record));
        server.accepting.start();
        return server;
    }

    /// From now on the thread is in this state, and takes what is in its queue, or not.
    public synchronized void become(String next, boolean takes) {
        status = next;
        isTaking = takes;
        take();
    }

    /// From now on it refuses messages.
    public synchronized void refuse() {
        isRefusing = true;
    }

    /// Puts a message into the queue, as an earlier daemon has done.
    public synchronized void put(String id, String text) {
        queue.add(
                Map.of(
                        "id", "queued-" + queue.size(),
                        "clientUserMessageId", id,
                        "text", text));
        take();
    }

    /// Returns the texts that were added, oldest first.
    public synchronized List<String> added() {
        return List.copyOf(added);
    }

    /// Returns the number of messages in the queue.
    public synchronized int waiting() {
        return queue.size();
    }

    private void take() {
        if (!isTaking) {
            return;
        }
        for (Map<String, Object> message : queue) {
            String line = "{\"client_id\":\"%s\"}%n".formatted(message.get("clientUserMessageId"));
            Unchecked.run(() -> Files.writeString(record, line, StandardOpenOption.APPEND));
        }
        queue.clear();
    }

    private void accept() {
        while (listener.isOpen()) {
            try (SocketChannel client = listener.accept()) {
                serve(client);
            } catch (IOException e) {
                // The client has left, or the listener is closed.
            }
        }
    }

    private void serve(SocketChannel client) throws IOException {
        DataInputStream in = new DataInputStream(Channels.newInputStream(client));
        StringBuilder header = new StringBuilder();
        while (!header.toString().endsWith("\r\n\r\n")) {
            header.append((char) in.readUnsignedByte());
        }
        client.write(StandardCharsets.UTF_8.encode("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
        while (true) {
            JsonNode request = JSON.readTree(next(in));
            if (request.has("id")) {
                client.write(frame("{\"method\":\"some/notice\",\"params\":{}}"));
                client.write(frame(answer(request)));
            }
        }
    }

    private synchronized String answer(JsonNode request) {
        String method = request.path("method").asString("");
        boolean isRefused =
                method.equals("thread/queue/start")
                        || (isRefusing && method.equals("thread/queue/add"));
        return JSON.writeValueAsString(
                Map.of(
                        "id",
                        request.path("id").asInt(),
                        isRefused ? "error" : "result",
                        isRefused
                                ? Map.of("message", "no room")
                                : result(method, request.path("params"))));
    }

    private Map<String, ?> result(String method, JsonNode params) {
        String queued = params.path("queuedSubmissionId").asString("");
        Map<String, String> state = Map.of("type", status);
        return switch (method) {
            case "thread/read" ->
                    Map.of("thread", Map.of("path", record.toString(), "status", state));
            case "thread/queue/list" -> Map.of("data", queue);
            case "thread/queue/add" -> {
                added.add(params.path("input").path(0).path("text").asString(""));
                put(params.path("clientUserMessageId").asString(""), added.getLast());
                yield Map.of();
            }
            case "thread/queue/delete" ->
                    Map.of("deleted", queue.removeIf(m -> queued.equals(m.get("id"))));
            default -> Map.of();
        };
    }

    private static byte[] next(DataInputStream in) throws IOException {
        int _ = in.readUnsignedByte();
        long length = in.readUnsignedByte() & LONG;
        if (length == SHORT) {
            length = in.readUnsignedShort();
        } else if (length == LONG) {
            length = in.readLong();
        }
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes((int) length);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i % 4];
        }
        return payload;
    }

    /// In two frames, as a long message may come.
    private static ByteBuffer frame(String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        int first = Math.min(all.length, 10);
        ByteBuffer frame = ByteBuffer.allocate(all.length + 14);
        frame.put((byte) 1).put((byte) first).put(all, 0, first);
        frame.put((byte) 0x80).put((byte) SHORT).putShort((short) (all.length - first));
        frame.put(all, first, all.length - first);
        return frame.flip();
    }

    /// Stops. Until the last accept has ended, it could still be answered.
    @Override
    public void close() {
        Unchecked.run(() -> {
            listener.close();
            accepting.join();
        });
    }
}
