package dev.nudge.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

class RpcLineTest {
    private static final List<String> TOOLS = List.of("list_jobs", "kill_job");

    private static RpcLine check(String line) {
        return RpcLine.check(line, TOOLS);
    }

    private static RpcLine ofMethod(String method, String more) {
        return check("{\"jsonrpc\":\"2.0\",\"method\":\"%s\"%s}".formatted(method, more));
    }

    @Test
    void letsMessagesPass() {
        assertThat(ofMethod("ping", ",\"id\":1"))
                .isEqualTo(new RpcLine.Request("1", "ping", MissingNode.getInstance()));
        assertThat(ofMethod("ping", ",\"id\":1,\"params\":{\"_meta\":{\"threadId\":\"a-1\"}}"))
                .isInstanceOfSatisfying(
                        RpcLine.Request.class,
                        request -> assertThat(request.thread()).isEqualTo("a-1"));
        assertThat(ofMethod("notifications/initialized", "")).isEqualTo(new RpcLine.Message());
        assertThat(check("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}"))
                .isEqualTo(new RpcLine.Message());
        assertThat(ofMethod("notifications/cancelled", ",\"params\":{\"requestId\":\"a\"}"))
                .isEqualTo(new RpcLine.Cancelled("\"a\""));
        assertThat(ofMethod("notifications/nudge/said_all", "")).isEqualTo(new RpcLine.SaidAll());
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
        assertThat(check(line))
                .isInstanceOfSatisfying(
                        RpcLine.Bad.class,
                        bad -> assertThat(bad.answer()).contains("\"code\":" + code));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"name":"list_jobs","arguments":"all"} | arguments is "all"; expected an object, {} for none.
                    {"name":"list_jobs","arguments":[]}    | arguments is a list; expected an object, {} for none.
                    {"name":"list_jobs","_meta":3}         | _meta is 3; expected an object.
                    {"name":3}                             | name is 3; expected the name of a tool.
                    {}                                     | name is missing; expected the name of a tool.
                    {"name":"list"}                        | There is no tool "list". Tools: list_jobs, kill_job.
                    """)
    void saysInItsOwnWordsWhatIsWrongWithACall(String params, String complaint) {
        RpcLine.Bad bad = (RpcLine.Bad) ofMethod("tools/call", ",\"id\":1,\"params\":" + params);

        assertThat(JsonMapper.shared().readTree(bad.answer()).at("/error/message").stringValue())
                .isEqualTo(complaint);
    }

    @Test
    void showsALineThatIsNotJsonWithoutTheWordsOfItsParser() {
        assertThat(((RpcLine.Bad) check("{\"jsonrpc\": nope}")).answer())
                .contains("This line is not JSON, from character ", "nope}")
                .doesNotContain("token", "JsonParser", "Unrecognized");
    }
}
