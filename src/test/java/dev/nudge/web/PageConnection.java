package dev.nudge.web;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.nudge.testkit.Patience;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A WebSocket of the page: what has come so far, in order.
final class PageConnection implements AutoCloseable, WebSocket.Listener {
    private static final Duration LIMIT = Patience.LONG;
    private static final long ANSWER_SECONDS = 30;

    private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Set<String> types = new ConcurrentSkipListSet<>();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;
    private volatile int closed;

    /// @param path behind the origin
    PageConnection(PageClient page, String path) {
        URI uri =
                URI.create(page.origin().replace("http://", "ws://") + path + "?key=" + page.key());
        this.socket = connected(page, uri).exceptionallyCompose(_ -> connected(page, uri)).join();
    }

    /// Like the page, it connects again if it hears nothing.
    private CompletableFuture<WebSocket> connected(PageClient page, URI uri) {
        return page.http()
                .newWebSocketBuilder()
                .header("Cookie", page.cookie())
                .header("Origin", page.origin())
                .buildAsync(uri, this)
                .orTimeout(ANSWER_SECONDS, SECONDS);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
        text.append(part);
        if (isLast) {
            JsonNode message = JsonMapper.shared().readTree(text.toString());
            messages.add(message);
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean isLast) {
        byte[] piece = new byte[part.remaining()];
        part.get(piece);
        bytes.writeBytes(piece);
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed = code;
        return null;
    }

    void say(Map<String, ?> message) {
        JsonNode said = JsonMapper.shared().valueToTree(message);
        Described.check(said);
        types.add(said.path("type").stringValue());
        socket.sendText(JsonMapper.shared().writeValueAsString(message), true).join();
    }

    /// Closes it as a browser does.
    void leave() {
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    void type(String keys) {
        socket.sendBinary(ByteBuffer.wrap(keys.getBytes(StandardCharsets.UTF_8)), true).join();
    }

    /// Waits for a message of this type that fulfils a condition.
    JsonNode await(String type, Predicate<JsonNode> isMeant) {
        return org.awaitility.Awaitility.await()
                .atMost(LIMIT)
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
    void awaitBytes(String wanted) {
        org.awaitility.Awaitility.await()
                .atMost(LIMIT)
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
        return org.awaitility.Awaitility.await().atMost(LIMIT).until(() -> closed, c -> c != 0);
    }

    /// Checks all that came: in the thread of the test, where an error is seen.
    @Override
    public void close() {
        socket.abort();
        messages.forEach(Described::check);
    }
}
