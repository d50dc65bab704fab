package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.MissingNode;

@Timeout(60)
class OngoingCallsTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final OngoingCalls calls = new OngoingCalls();
    private final CompletableFuture<Void> news = new CompletableFuture<>();

    /// Carries out a call on a thread of its own.
    private CompletableFuture<Boolean> during(String id, BooleanSupplier action) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(calls.begin(request(id), () -> result.complete(action.getAsBoolean())));
        return result;
    }

    private static RpcLine.Request request(String id) {
        return new RpcLine.Request(id, "tasks/get", MissingNode.getInstance());
    }

    @Test
    void waitEndsWithNewsOrAfterItsTime() {
        CompletableFuture<Boolean> goesOn = during("1", () -> OngoingCalls.await(news, LONG));
        news.complete(null);
        assertThat(goesOn.join()).isTrue();

        CompletableFuture<Void> never = new CompletableFuture<>();
        assertThat(during("2", () -> OngoingCalls.await(never, Duration.ofMillis(1))).join())
                .isTrue();
        assertThat(never).as("nobody waits for it any more").isCancelled();
    }

    /// A call is cancelled, or its client has said all: then it waits for nothing, but is answered.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waitEndsWithTheCallOrItsClient(boolean isCancelled) {
        CompletableFuture<Boolean> result =
                during("1", () -> !OngoingCalls.await(news, LONG) && OngoingCalls.isCancelled());
        if (isCancelled) {
            calls.cancel("1");
        } else {
            calls.hurryAll();
        }

        assertThat(result.join()).isEqualTo(isCancelled);
        assertThat(news).isCancelled();
    }

    @Test
    void manyThatWaitLeaveRoomForOthers() {
        assertThat(calls.isHalfFull()).isFalse();
        CompletableFuture<Void> over = new CompletableFuture<>();
        for (int i = 0; i < OngoingCalls.MOST / 2; i++) {
            var _ = during("waits-" + i, () -> over.thenApply(_ -> true).join());
        }

        assertThat(calls.isHalfFull()).isTrue();
        assertThat(calls.isFull()).isFalse();
        over.complete(null);
    }

    @Test
    void callThatIsCarriedOutAtOnceWaitsForNothing() {
        List<Boolean> waited = new ArrayList<>();

        calls.carryOut(request("1"), () -> waited.add(OngoingCalls.await(news, LONG)));

        assertThat(waited).containsExactly(false);
        assertThat(news).isCancelled();
    }
}
