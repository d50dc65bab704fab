package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// What a model reads: tools that it can call, and no words of libraries or of the command line.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToolAnswersIT {
    private static final List<String> WORDS_OF_OTHERS =
            List.of("Exception", "jackson", "java.", "modelcontextprotocol", "invalid_tool_name");

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    @Test
    void answersNameToolsWhereAToolIsMeant() {
        int job = user.next();
        assertThat(agent.run(Map.of("command", "sleep 100", "label", "long")))
                .contains("This is job %d.".formatted(job), "read_output with job " + job)
                .doesNotContain("nudge logs", "/bin/nudge");
        assertThat(agent.call("watch_output", Map.of("job", "long", "pattern", "x")))
                .startsWith("Job %d watches the output of job %d.".formatted(job + 1, job));
        assertThat(agent.call("kill_job", Map.of("job", "long")))
                .contains("Job %d has been killed".formatted(job), "read_output with job " + job)
                .doesNotContain("nudge logs", "/bin/nudge");
        assertThat(agent.call("wait_for_job", Map.of("jobs", List.of("long"))))
                .contains("Job %d (".formatted(job));
        assertThat(agent.call("read_output", Map.of("job", 999)))
                .contains("No job 999. Known jobs: " + (job + 1))
                .contains("%d (long)".formatted(job), "List all with list_jobs.")
                .doesNotContain("nudge ps");
        assertThat(agent.run(Map.of("command", "cat", "interactive", true)))
                .endsWith(
                        "read_output with job %1$d.\nIt runs on a terminal. To type into it: send_input with job %1$d."
                                .formatted(job + 2));
    }

    @Test
    void runningJobIsListedFirstHoweverManyHaveEndedOrWait() {
        try (NudgeUser many = NudgeUser.create()) {
            long running = many.runJob("sleep", "1000");
            many.run("run", "--array", "1-52", "true");
            many.run("wait", "2-53");
            String pane = tmux.newWindow("gemini-cli", many.environment(), "sh");
            try (StandInAgent reader = StandInAgent.startIn(tmux, many, pane)) {
                assertThat(reader.call("list_jobs", Map.of()).lines().toList())
                        .hasSize(51)
                        .startsWith(
                                "50 of 53 jobs, the running ones first; the others are left out:")
                        .element(1)
                        .asString()
                        .startsWith(running + ": running");

                many.run("group", "add", "builds", "--parallel", "1");
                many.run("pause", "builds");
                many.run("run", "--group", "builds", "--array", "1-60", "true");
                assertThat(reader.call("list_jobs", Map.of()).lines().toList())
                        .hasSize(51)
                        .startsWith(
                                "50 of 113 jobs, the running ones first; the others are left out:")
                        .satisfies(lines -> {
                            assertThat(lines.get(1)).startsWith(running + ": running");
                            assertThat(lines.get(2))
                                    .startsWith("54 (task 1 of array 54-113): queued");
                            assertThat(lines.get(50))
                                    .startsWith("102 (task 49 of array 54-113): queued");
                        });
            }
            assertThat(many.run("ps", "--all").lines().toList())
                    .element(1)
                    .asString()
                    .startsWith("1 ");
        }
    }

    @Test
    void tildeIsTheHomeDirectory() throws Exception {
        Path home = Path.of(user.environment().get("HOME"));
        Files.createDirectories(home.resolve("sub"));

        assertThat(agent.run(Map.of("command", "pwd -P", "cwd", "~/sub")))
                .contains("CWD: " + home.resolve("sub") + ")");
        assertThat(agent.run(Map.of("command", "true", "cwd", "~/none")))
                .contains(home.resolve("none") + " does not exist");
        assertThat(agent.call("watch_output", Map.of("file", "~/new.log", "pattern", "x")))
                .contains(home.resolve("new.log").toString());
    }

    @Test
    void errorsAreInNudgesOwnWords() {
        for (Map<String, Object> params :
                List.<Map<String, Object>>of(
                        Map.of("name", "list_jobs", "arguments", "x"), Map.of("name", "nope"))) {
            assertOwnWords(agent.request("tools/call", params), "expected", "Tools: ");
        }
        Map<String, Object> missing = Map.of("uri", "nudge://jobs/999/output");
        assertOwnWords(agent.request("resources/read", missing), "No job 999");
        assertThat(agent.call("read_output", Map.of("job", 999, "pattern", "((")))
                .contains("No job 999")
                .doesNotContain(WORDS_OF_OTHERS);
        agent.sendLine("{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"tools/call\"}");
        assertOwnWords(agent.awaitAnswer(99), "name is missing");
    }

    private static void assertOwnWords(JsonNode answer, String... anyOf) {
        assertThat(answer.at("/error/message").stringValue(""))
                .containsAnyOf(anyOf)
                .doesNotContain(WORDS_OF_OTHERS);
    }
}
