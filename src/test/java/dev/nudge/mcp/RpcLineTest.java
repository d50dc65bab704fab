package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcLineTest {
    @Test
    void letsMessagesPass() {
        assertThat(RpcLine.check("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
                .isEqualTo(new RpcLine.Message(true));
        assertThat(RpcLine.check("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"))
                .isEqualTo(new RpcLine.Message(false));
        assertThat(RpcLine.check("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}"))
                .isEqualTo(new RpcLine.Message(false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello                                                  | -32700",
                "{\"jsonrpc\":\"2.0\"                                   | -32700",
                "[]                                                     | -32600",
                "3                                                      | -32600",
                "{}                                                     | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}     | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}    | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1}                         | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}            | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":[1]} | -32602"
            })
    void answersABadLineWithAnError(String line, int code) {
        assertThat(RpcLine.check(line))
                .isInstanceOfSatisfying(
                        RpcLine.Bad.class,
                        bad -> assertThat(bad.answer()).contains("\"code\":" + code));
    }
}
