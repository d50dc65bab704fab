package dev.nudge.web;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Unchecked;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A WebSocket of the page (RFC 6455): what has come so far, in order. With a thread of its own:
/// one of java.net.http needs the common pool of the JVM, which has a single thread where there are
/// two processors, and was waited for in vain under load.
public final class PageConnection implements AutoCloseable {
    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;
    private static final int CONTINUED = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int NORMAL = 1000;
    private static final int WITHOUT_A_WORD = 1006;

    private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Set<String> types = new ConcurrentSkipListSet<>();
    private final Socket socket;
    private final DataInputStream in;
    private volatile int closed;

    /// @param path behind the origin
    public PageConnection(PageClient page, String path) {
        URI origin = URI.create(page.origin());
        socket = Unchecked.get(() -> new Socket(origin.getHost(), origin.getPort()));
        in = new DataInputStream(Unchecked.get(socket::getInputStream));
        Unchecked.run(() -> shakeHands(page, origin.getAuthority(), path));
        Thread.ofVirtual().name("page" + path).start(this::read);
    }

    private void shakeHands(PageClient page, String host, String path) throws IOException {
        String request =
                """
                GET %s?key=%s HTTP/1.1
                Host: %s
                Upgrade: websocket
                Connection: Upgrade
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==
                Cookie: %s
                Origin: %s

                """
                        .formatted(path, page.key(), host, page.cookie(), page.origin());
        socket.setSoTimeout((int) Patience.LONG.toMillis());
        socket.getOutputStream()
                .write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            answer.append((char) in.readUnsignedByte());
        }
        if (!answer.toString().startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError("no WebSocket: " + answer);
        }
        socket.setSoTimeout(0);
    }

    private void read() {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int kind = CONTINUED;
        try {
            while (closed == 0) {
                int head = in.readUnsignedByte();
                int opcode = head & 0xf;
                byte[] part = in.readNBytes(length(in.readUnsignedByte()));
                if (opcode == CLOSE) {
                    closed = ByteBuffer.wrap(part).getShort();
                    send(CLOSE, part);
                    return;
                }
                kind = opcode == CONTINUED ? kind : opcode;
                message.writeBytes(part);
                if ((head & LAST) != 0) {
                    take(kind, message.toByteArray());
                    message.reset();
                }
            }
        } catch (IOException | UncheckedIOException left) {
            closed = closed == 0 ? WITHOUT_A_WORD : closed;
        }
    }

    private int length(int first) throws IOException {
        return switch (first) {
            case 126 -> in.readUnsignedShort();
            case 127 -> Math.toIntExact(in.readLong());
            default -> first;
        };
    }

    private void take(int kind, byte[] message) {
        if (kind == TEXT) {
            messages.add(JsonMapper.shared().readTree(new String(message, StandardCharsets.UTF_8)));
        } else {
            bytes.writeBytes(message);
        }
    }

    /// A client masks all that it sends, though with zeros that changes nothing.
    private void send(int opcode, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14);
        frame.put((byte) (LAST | opcode));
        if (payload.length < 126) {
            frame.put((byte) (MASKED | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (MASKED | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (MASKED | 127)).putLong(payload.length);
        }
        frame.putInt(0).put(payload);
        synchronized (socket) {
            Unchecked.run(() -> socket.getOutputStream().write(frame.array(), 0, frame.position()));
        }
    }

    /// Sends a message.
    public void say(Map<String, ?> message) {
        JsonNode said = JsonMapper.shared().valueToTree(message);
        Described.check(said);
        types.add(said.path("type").stringValue());
        send(TEXT, JsonMapper.shared().writeValueAsBytes(message));
    }

    /// Answers the question of a job.
    public void answer(JsonNode asked, String text) {
        long job = asked.path("job").longValue();
        long question = asked.path("question").longValue();
        say(Map.of("type", "stdin_input", "job", job, "question", question, "text", text));
    }

    /// Closes it as a browser does.
    void leave() {
        send(CLOSE, ByteBuffer.allocate(2).putShort((short) NORMAL).array());
    }

    /// Sends bytes to a terminal.
    public void type(String keys) {
        send(BINARY, keys.getBytes(StandardCharsets.UTF_8));
    }

    /// Waits for a message of this type that fulfils a condition.
    public JsonNode await(String type, Predicate<JsonNode> isMeant) {
        return Awaitility.await()
                .until(() -> find(type, isMeant), found -> !found.isEmpty())
                .getFirst();
    }

    /// Returns the types of all messages so far, in both directions.
    Set<String> types() {
        messages.forEach(message -> types.add(message.path("type").stringValue()));
        return types;
    }

    List<JsonNode> find(String type, Predicate<JsonNode> isMeant) {
        return messages.stream()
                .filter(m -> m.path("type").stringValue("").equals(type))
                .filter(isMeant)
                .toList();
    }

    /// Waits until the bytes that came contain a text.
    public void awaitBytes(String wanted) {
        Awaitility.await()
                .until(() -> bytes.toString(StandardCharsets.UTF_8), b -> b.contains(wanted));
    }

    /// Returns how many bytes have come.
    int count() {
        return bytes.size();
    }

    /// Waits until the server closes the connection.
    ///
    /// @return its code
    int awaitClose() {
        return Awaitility.await().until(() -> closed, c -> c != 0);
    }

    /// Checks all that came: in the thread of the test, where an error is seen.
    @Override
    public void close() {
        Unchecked.run(socket::close);
        messages.forEach(Described::check);
    }
}
