package dev.nudge.cli.pump;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallsTest {
    private final Calls calls = new Calls();

    private void send(String line) {
        calls.sent(Rpc.of(line), line);
    }

    @Test
    void remembersTheGreetingForTheNextDaemon() {
        String initialize =
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
        String initialized = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
        send(initialize);
        assertThat(calls.isInitializeAnswered()).isFalse();
        calls.answered(Rpc.of("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}"));
        send(initialized);

        assertThat(calls.initialize()).contains(initialize);
        assertThat(calls.initialized()).contains(initialized);
        assertThat(calls.isInitializeAnswered()).isTrue();
        assertThat(calls.takeUnanswered()).isEmpty();
    }

    @Test
    void knowsWhichCallsWaitForAnAnswer() {
        send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
        send("{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"method\":\"tools/call\"}");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
        send("no JSON");
        calls.answered(Rpc.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));

        assertThat(calls.takeUnanswered()).extracting(Rpc::id).containsExactly("\"two\"");
        assertThat(calls.takeUnanswered()).isEmpty();
    }

    /// Otherwise the session would never be idle again, and its journal would grow.
    @Test
    void cancelledCallWaitsForNoAnswer() {
        send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
        send("{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"method\":\"tools/call\"}");
        send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\"}");
        send(cancellation("1"));
        send(cancellation("\"two\""));

        assertThat(calls.takeUnanswered()).extracting(Rpc::id).containsExactly("3");
    }

    private static String cancellation(String id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%s}}"
                .formatted(id);
    }

    @Test
    void rendersAFailureWithTheIdOfItsCall() {
        Rpc call = Rpc.of("{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"method\":\"tools/call\"}");

        assertThat(call.failure("gone \"now\""))
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"error\":")
                .contains("gone \\\"now\\\"");
    }
}
