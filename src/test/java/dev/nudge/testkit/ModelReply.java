package dev.nudge.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What the model answers to one request. A hold keeps the stream open, so that the agent goes on
/// "thinking" until the test counts the latch down.
///
/// @param parts parts of the content as the API has them (`text`, `functionCall`)
/// @param before awaited before the first part is sent
/// @param after awaited after the last part, before the stream is finished
public record ModelReply(
        List<Map<String, Object>> parts, CountDownLatch before, CountDownLatch after) {
    private static final Duration LONGEST_HOLD = Duration.ofMinutes(10);
    private static final CountDownLatch OPEN = new CountDownLatch(0);

    public ModelReply {
        parts = List.copyOf(parts);
    }

    /// Answers with text.
    public static ModelReply text(String text) {
        return new ModelReply(List.of(Map.of("text", text)), OPEN, OPEN);
    }

    /// Calls a tool.
    public static ModelReply call(String tool, Map<String, Object> args) {
        Map<String, Object> call = Map.of("name", tool, "args", args);
        return new ModelReply(List.of(Map.of("functionCall", call)), OPEN, OPEN);
    }

    /// Adds the parts of another reply behind these: several calls in one turn, or a text and a
    /// call. The holds of this reply stay.
    public ModelReply and(ModelReply more) {
        return new ModelReply(
                Stream.concat(parts.stream(), more.parts.stream()).toList(), before, after);
    }

    void awaitBefore() throws InterruptedException {
        before.await(LONGEST_HOLD.toSeconds(), TimeUnit.SECONDS);
    }

    void awaitAfter() throws InterruptedException {
        after.await(LONGEST_HOLD.toSeconds(), TimeUnit.SECONDS);
    }

    /// Sends nothing before the latch is down.
    public ModelReply heldBefore(CountDownLatch latch) {
        return new ModelReply(parts, latch, after);
    }

    /// Sends the parts at once and keeps the stream open until the latch is down.
    public ModelReply heldAfter(CountDownLatch latch) {
        return new ModelReply(parts, before, latch);
    }
}
