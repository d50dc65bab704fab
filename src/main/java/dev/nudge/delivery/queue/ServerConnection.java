package dev.nudge.delivery.queue;

import dev.nudge.delivery.queue.ThreadQueue.QueueClosedException;
import dev.nudge.process.CurrentUser;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A connection to the server of an agent: JSON-RPC, with each message in a text frame of WebSocket
/// (RFC 6455), on a Unix socket (rule R130). Closes itself after [ThreadQueue#LIMIT], which ends
/// every call. Not thread-safe.
final class ServerConnection implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ServerConnection.class.getName());
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int LONGEST = 8 * 1024 * 1024;
    private static final int LAST = 0x80;
    private static final int OPCODE = 0x0f;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int MASKED = 0x80;
    private static final int SHORT = 126;
    private static final int LONG = 127;
    private static final int MASK = 4;
    private static final String OPENING =
            """
            GET / HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: bnVkZ2Ugc2F5cyBoZWxsbw==\r
            Sec-WebSocket-Version: 13\r
            \r
            """;

    private final SocketChannel channel;
    private final DataInputStream in;
    private int last;

    private ServerConnection(SocketChannel channel) {
        this.channel = channel;
        this.in = new DataInputStream(Channels.newInputStream(channel));
        CompletableFuture.delayedExecutor(ThreadQueue.LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .execute(this::close);
    }

    static ServerConnection open(Path socket) throws QueueClosedException {
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            ServerConnection connection = new ServerConnection(channel);
            try {
                channel.connect(UnixDomainSocketAddress.of(socket.toRealPath()));
                connection.greet();
                return connection;
            } catch (IOException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw new QueueClosedException("%s cannot be asked: %s".formatted(socket, e), e);
        }
    }

    /// Refuses another user's server, which would learn the message.
    private void greet() throws IOException {
        if (!CurrentUser.isPeer(channel)) {
            throw new QueueClosedException("another user listens there");
        }
        write(ByteBuffer.wrap(OPENING.getBytes(StandardCharsets.US_ASCII)));
        if (!header().startsWith("HTTP/1.1 101 ")) {
            throw new QueueClosedException("it speaks another protocol");
        }
        Map<String, String> client = Map.of("name", "nudge", "version", "1");
        Map<String, Boolean> able = Map.of("experimentalApi", true);
        JsonNode _ = call("initialize", Map.of("clientInfo", client, "capabilities", able));
        send(Map.of("method", "initialized"));
    }

    private String header() throws IOException {
        StringBuilder header = new StringBuilder();
        while (!header.toString().endsWith("\r\n\r\n")) {
            if (header.length() > SHORT * SHORT) {
                throw new QueueClosedException("its header does not end");
            }
            header.append((char) in.readUnsignedByte());
        }
        return header.toString();
    }

    /// Makes a call, and waits for its result.
    ///
    /// @throws RefusedException if the server answers with an error
    JsonNode call(String method, Map<String, Object> params) throws QueueClosedException {
        int id = ++last;
        JsonNode answer;
        try {
            send(Map.of("id", id, "method", method, "params", params));
            do {
                answer = JSON.readTree(next());
            } while (answer.path("id").asInt(-1) != id || answer.has("method"));
        } catch (IOException | JacksonException e) {
            throw new QueueClosedException(
                    "the server has not answered to %s: %s".formatted(method, e), e);
        }
        if (answer.has("error")) {
            throw new RefusedException(answer.path("error").path("message").asString(""));
        }
        return answer.path("result");
    }

    static final class RefusedException extends QueueClosedException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    private void send(Map<String, Object> message) throws IOException {
        send(TEXT, JSON.writeValueAsBytes(message));
    }

    /// Sends a frame. A client must mask its payload.
    private void send(int opcode, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(2 + Long.BYTES + MASK + payload.length);
        frame.put((byte) (LAST | opcode));
        if (payload.length < SHORT) {
            frame.put((byte) (MASKED | payload.length));
        } else {
            frame.put((byte) (MASKED | LONG)).putLong(payload.length);
        }
        byte[] mask = new byte[MASK];
        ThreadLocalRandom.current().nextBytes(mask);
        frame.put(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ mask[i % MASK]));
        }
        write(frame.flip());
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private byte[] next() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        while (true) {
            int first = in.readUnsignedByte();
            byte[] payload = payload(LONGEST - message.size());
            switch (first & OPCODE) {
                case CLOSE -> throw new QueueClosedException("it has closed the connection");
                case PING -> send(PONG, payload);
                case PONG -> {}
                default -> {
                    message.write(payload);
                    if ((first & LAST) != 0) {
                        return message.toByteArray();
                    }
                }
            }
        }
    }

    private byte[] payload(int most) throws IOException {
        long length = in.readUnsignedByte() & LONG;
        if (length == SHORT) {
            length = in.readUnsignedShort();
        } else if (length == LONG) {
            length = in.readLong();
        }
        if (length < 0 || length > most) {
            throw new QueueClosedException("its answer is too long");
        }
        byte[] payload = in.readNBytes((int) length);
        if (payload.length < length) {
            throw new QueueClosedException("it has ended");
        }
        return payload;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a connection to a server cannot be closed", e);
        }
    }
}
