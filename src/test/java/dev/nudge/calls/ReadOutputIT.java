package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// The tools `list_jobs` and `read_output`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadOutputIT {
    private static final String FILLS_THE_MEMORY = "(((a{1000}){1000}){1000})";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private final StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli");

    /// Runs a command to its end, and returns the number of its job.
    private int run(String command) {
        int job = start(Map.of("command", command));
        user.awaitEnd(job);
        return job;
    }

    private int start(Map<String, Object> order) {
        int job = user.next();
        assertThat(agent.run(order)).contains("This is job %d.".formatted(job));
        return job;
    }

    /// @param more names and values
    private String read(int job, Object... more) {
        Map<String, Object> arguments = new HashMap<>(Map.of("job", job));
        for (int i = 0; i < more.length; i += 2) {
            arguments.put((String) more[i], more[i + 1]);
        }
        return agent.call("read_output", arguments);
    }

    @Test
    void partsOfAnOutputAreReadButForAPatternThatWouldFillTheMemory() {
        int job = run("seq 1 200; printf '\\033[31mred\\033[0m 50%%\\r100%%\\n'");

        assertThat(read(job))
                .startsWith("Job %d (seq 1 200; ".formatted(job))
                .contains("has ended: exit code 0. Its output, the last 100 lines:\n102\n")
                .endsWith("200\n100%\n");
        assertThat(read(job, "head", 2)).endsWith("the first lines:\n1\n2\n");
        assertThat(read(job, "tail", 1, "raw", true))
                .endsWith("the last line:\n\u001b[31mred\u001b[0m 50%\r100%\n");
        assertThat(read(job, "from_line", 7, "to_line", 8)).endsWith("lines 7 to 8:\n7\n8\n");
        assertThat(read(job, "pattern", "^1?77$", "context", 1))
                .endsWith(
                        "2 lines that match:\n76- 76\n77: 77\n78- 78\n--\n176- 176\n177: 177\n178- 178\n");
        assertThat(read(job, "head", 1, "tail", 1))
                .contains("more than one part is asked for", "Nothing has been read.");

        assertThat(read(run("seq 1 20000"), "from_line", 1))
                .hasSizeLessThan(40_500)
                .contains("It continues in line ");

        String refused = " is \"" + FILLS_THE_MEMORY + "\", which costs too much";

        for (String tool : List.of("read_output", "watch_output")) {
            assertThat(agent.call(tool, Map.of("job", job, "pattern", FILLS_THE_MEMORY)))
                    .startsWith("Error: pattern" + refused)
                    .contains("expected at most 5,000");
        }
        assertThat(user.misuse("logs", "" + job, "--grep", FILLS_THE_MEMORY))
                .contains("--grep" + refused);
        assertThat(read(job, "pattern", "^9$")).endsWith("9: 9\n");
    }

    @Test
    void newsAreWhatHasComeSinceAndAScreenIsScrolledBack() {
        int job = start(Map.of("command", "cat", "interactive", true));
        agent.call("send_input", Map.of("job", job, "text", "first", "keys", "Enter"));
        user.awaitOutput(job, "first\r\nfirst\r\n");
        assertThat(read(job, "new", true)).contains("first");
        agent.call("send_input", Map.of("job", job, "text", "second", "keys", "Enter"));
        user.awaitOutput(job, "second\r\nsecond\r\n");

        assertThat(read(job, "new", true)).contains("second").doesNotContain("first");
        assertThat(read(job, "new", true)).endsWith("[nothing]\n");
        assertThat(read(job, "screen", true))
                .contains("the screen, cursor in row 5, column 1:\nfirst\nfirst\nsecond");

        int counted = start(Map.of("command", "seq 1 100; read x", "interactive", true));
        await().until(() -> read(counted, "screen", true).contains("\n100"));

        assertThat(read(counted, "screen", true, "scroll", 50))
                .contains("the screen, scrolled back 50 lines:\n22\n23\n")
                .endsWith("\n51");
        assertThat(read(counted, "screen", true, "scroll", 1000))
                .contains("scrolled back 71 lines:\n1\n2\n");
        assertThat(read(counted, "scroll", 5))
                .contains("scroll is given without screen; expected screen: true with it");
    }

    private JsonNode resource(int job) {
        String address = "nudge://jobs/%d/output".formatted(job);
        return agent.request("resources/read", Map.of("uri", address));
    }

    @Test
    void outputIsAResourceAndNotTakenForNoneIfItCannotBeRead() throws IOException {
        int job = run("echo something to read");

        assertThat(resource(job).at("/result/contents/0/text").stringValue())
                .contains("exit code 0", "something to read");
        assertThat(resource(999).at("/error/message").stringValue()).contains("No job 999.");

        user.run("run", "--array", "1-25", "true");
        assertThat(agent.request("resources/list", Map.of()).at("/result/resources"))
                .as("also of the jobs that have begun since, by their numbers")
                .extracting(resource -> resource.path("name").stringValue())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, job + 25).mapToObj(n -> "job-" + n).toList());

        Path log = user.job(job).resolve("output.log");
        Files.delete(log);
        assertThat(read(job))
                .isEqualTo(
                        "Error: the output of job %d cannot be read: there is no %s"
                                .formatted(job, log));
        assertThat(agent.call("wait_for_job", Map.of("job", job)))
                .endsWith("Its output, which cannot be read:\n[there is no %s]".formatted(log));
    }

    @Test
    void jobsAreListedByStateLabelAndAge() {
        int ended = start(Map.of("command", "exit 1", "label", "unit tests"));
        int running = start(Map.of("command", "sleep 300", "label", "server"));
        user.awaitEnd(ended);
        String failure = "%d [unit tests]: exit code 1, ".formatted(ended);
        String server = "%d [server]: running, ".formatted(running);

        assertThat(agent.call("list_jobs", Map.of()))
                .containsSubsequence(server, "sleep 300\n", failure);
        assertThat(agent.call("list_jobs", Map.of("state", "failed")))
                .contains(failure)
                .doesNotContain(server);
        assertThat(agent.call("list_jobs", Map.of("label", "serv"))).startsWith(server);
        assertThat(agent.call("list_jobs", Map.of("started_within_seconds", 3600)))
                .contains(server);
        assertThat(agent.call("list_jobs", Map.of("label", "none"))).isEqualTo("No such jobs.");
        assertThat(agent.call("list_jobs", Map.of("state", "lazy")))
                .contains(
                        "state is \"lazy\"; expected one of running, queued, ended, failed, asks");
    }

    @Test
    void binaryOutputIsCountedNotShown() {
        int shown =
                start(Map.of("command", "head -c 2000000 /dev/zero; read x", "interactive", true));
        int job = run("head -c 1500 /dev/zero");
        await().until(() -> read(shown).contains("[binary output, 1.9M]"));

        assertThat(read(job, "tail", 3))
                .contains("Its output, which is binary:\n[binary output, 1.5K]\n")
                .endsWith(
                        "[Ask for raw, or for a pattern, to see it, with \\x00 for what is not text.]");
        assertThat(read(job, "raw", true)).endsWith("\\x00{1500}");
        assertThat(read(shown, "screen", true)).contains("[binary output, 1.9M]");
        assertThat(user.run("ps", "--all")).contains("OUTPUT", "[binary output, 1.9M]");
        assertThat(user.run("show", "" + job)).contains("binary output");
        assertThat(user.record(job).path("binary").booleanValue()).isTrue();
        assertThat(user.run("logs", "" + job)).isEqualTo("\0".repeat(1500));
        assertThat(agent.call("wait_for_job", Map.of("job", job)))
                .contains("[binary output, 1.5K]");
    }
}
