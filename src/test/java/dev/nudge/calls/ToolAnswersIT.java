package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What a model reads: tools that it can call, and no words of libraries or of the command line.
class ToolAnswersIT {
    private static final List<String> WORDS_OF_OTHERS =
            List.of("Exception", "jackson", "java.", "modelcontextprotocol", "invalid_tool_name");

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private StandInAgent agent;

    @BeforeEach
    void start() {
        agent = StandInAgent.start(tmux, user, "gemini-cli");
    }

    private String call(String tool, Object... arguments) {
        return agent.call(
                tool,
                arguments.length == 2
                        ? Map.of((String) arguments[0], arguments[1])
                        : Map.of(
                                (String) arguments[0],
                                arguments[1],
                                (String) arguments[2],
                                arguments[3]));
    }

    @Test
    void answersNameToolsWhereAToolIsMeant() {
        assertThat(call("run_long_command", "command", "sleep 100", "label", "long"))
                .contains("This is job 1.", "read_output with job 1")
                .doesNotContain("nudge logs", "/bin/nudge");
        assertThat(call("watch_output", "job", "long", "pattern", "x"))
                .startsWith("Job 2 watches the output of job 1.");
        assertThat(call("kill_job", "job", "long"))
                .contains("Job 1 has been killed", "read_output with job 1")
                .doesNotContain("nudge logs", "/bin/nudge");
        assertThat(call("wait_for_job", "jobs", List.of("long"))).contains("Job 1 (");
        assertThat(call("read_output", "job", 9))
                .contains("No job 9. Known jobs: 2", "1 (long). List all with list_jobs.")
                .doesNotContain("nudge ps");
        assertThat(call("run_long_command", "command", "cat", "interactive", true))
                .endsWith(
                        "read_output with job 3.\nIt runs on a terminal. To type into it: send_input with job 3.");
    }

    @Test
    void runningJobIsListedFirstHoweverManyHaveEndedOrWait() {
        call("run_long_command", "command", "sleep 1000", "notify", "silent");
        List<Integer> calls = new ArrayList<>();
        for (int i = 0; i < 52; i++) {
            calls.add(
                    agent.send(
                            "tools/call",
                            Map.of(
                                    "name",
                                    "run_long_command",
                                    "arguments",
                                    Map.of("command", "true", "notify", "silent"))));
        }
        calls.forEach(agent::awaitAnswer);
        user.run("wait", "2-53");

        assertThat(agent.call("list_jobs", Map.of()).lines().toList())
                .hasSize(51)
                .startsWith("50 of 53 jobs, the running ones first; the others are left out:")
                .element(1)
                .asString()
                .startsWith("1: running");
        assertThat(user.run("ps", "--all").lines().toList()).element(1).asString().startsWith("1 ");

        user.run("group", "add", "builds", "--parallel", "1");
        user.run("pause", "builds");
        user.run("run", "--group", "builds", "--array", "1-60", "true");
        assertThat(agent.call("list_jobs", Map.of()).lines().toList())
                .hasSize(51)
                .startsWith("50 of 113 jobs, the running ones first; the others are left out:")
                .satisfies(lines -> {
                    assertThat(lines.get(1)).startsWith("1: running");
                    assertThat(lines.get(2)).startsWith("54 (task 1 of array 54-113): queued");
                    assertThat(lines.get(50)).startsWith("102 (task 49 of array 54-113): queued");
                });
        assertThat(user.run("ps").lines().toList()).element(1).asString().startsWith("1 ");
    }

    @Test
    void tildeIsTheHomeDirectory() throws Exception {
        Path home = Path.of(user.environment().get("HOME"));
        Files.createDirectories(home.resolve("sub"));

        assertThat(call("run_long_command", "command", "pwd -P", "cwd", "~"))
                .contains("CWD: " + home + ")");
        assertThat(call("run_long_command", "command", "pwd -P", "cwd", "~/sub"))
                .contains("CWD: " + home.resolve("sub") + ")");
        assertThat(call("run_long_command", "command", "true", "cwd", "~/none"))
                .contains(home.resolve("none") + " does not exist");
        assertThat(call("watch_output", "file", "~/new.log", "pattern", "x"))
                .contains(home.resolve("new.log").toString());
    }

    @Test
    void errorsAreInNudgesOwnWords() {
        for (Map<String, Object> params :
                List.<Map<String, Object>>of(
                        Map.of("name", "list_jobs", "arguments", "x"), Map.of("name", "nope"))) {
            assertOwnWords(agent.request("tools/call", params), "expected", "Tools: ");
        }
        assertOwnWords(
                agent.request("resources/read", Map.of("uri", "nudge://jobs/7/output")),
                "No job 7");
        assertThat(call("read_output", "job", 1, "pattern", "(("))
                .contains("No job 1")
                .doesNotContain(WORDS_OF_OTHERS.toArray(String[]::new));
        agent.sendLine("{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"tools/call\"}");
        assertThat(agent.request("ping", Map.of()).has("result")).isTrue();
        assertOwnWords(agent.awaitAnswer(99), "name is missing");
    }

    private static void assertOwnWords(JsonNode answer, String... anyOf) {
        assertThat(answer.at("/error/message").stringValue(""))
                .containsAnyOf(anyOf)
                .doesNotContain(WORDS_OF_OTHERS.toArray(String[]::new));
    }
}
