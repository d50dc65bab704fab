package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The tools `list_jobs` and `read_output`.
class ReadOutputIT {
    private static final Duration PATIENCE = Patience.LONG;

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();
    @AutoClose private StandInAgent agent;

    @BeforeEach
    void start() {
        agent = StandInAgent.start(tmux, user, "gemini-cli");
    }

    private String read(Map<String, Object> arguments) {
        return agent.call("read_output", arguments);
    }

    @Test
    void partsOfAnOutputAreRead() {
        agent.run(Map.of("command", "seq 1 200; printf '\\033[31mred\\033[0m 50%%\\r100%%\\n'"));
        user.awaitEnd(1);

        assertThat(read(Map.of("job", 1)))
                .startsWith("Job 1 (seq 1 200; ")
                .contains("has ended: exit code 0. Its output, the last 100 lines:\n102\n")
                .endsWith("200\n100%\n");
        assertThat(read(Map.of("job", 1, "head", 2))).endsWith("the first lines:\n1\n2\n");
        assertThat(read(Map.of("job", 1, "tail", 1, "raw", true)))
                .endsWith("the last line:\n\u001b[31mred\u001b[0m 50%\r100%\n");
        assertThat(read(Map.of("job", 1, "from_line", 7, "to_line", 8)))
                .endsWith("lines 7 to 8:\n7\n8\n");
        assertThat(read(Map.of("job", 1, "pattern", "^1?77$", "context", 1)))
                .endsWith(
                        "2 lines that match:\n76- 76\n77: 77\n78- 78\n--\n176- 176\n177: 177\n178- 178\n");
        assertThat(read(Map.of("job", 1, "head", 1, "tail", 1)))
                .contains("more than one part is asked for", "Nothing has been read.");
        assertThat(read(Map.of("job", 2))).contains("No job 2. Known jobs: 1");

        agent.run(Map.of("command", "seq 1 20000"));
        user.awaitEnd(2);
        assertThat(read(Map.of("job", 2, "from_line", 1)))
                .hasSizeLessThan(40_500)
                .contains("It continues in line ");
    }

    @Test
    void newsAreWhatHasComeSinceAndAScreenIsScrolledBack() {
        agent.run(Map.of("command", "cat", "interactive", true));
        agent.call("send_input", Map.of("job", 1, "text", "first", "keys", "Enter"));
        awaitLog("first\r\nfirst\r\n");
        assertThat(read(Map.of("job", 1, "new", true))).contains("first");
        agent.call("send_input", Map.of("job", 1, "text", "second", "keys", "Enter"));
        awaitLog("first\r\nfirst\r\nsecond\r\nsecond\r\n");

        assertThat(read(Map.of("job", 1, "new", true))).contains("second").doesNotContain("first");
        assertThat(read(Map.of("job", 1, "new", true))).endsWith("[nothing]\n");
        assertThat(read(Map.of("job", 1, "screen", true)))
                .contains("the screen, cursor in row 5, column 1:\nfirst\nfirst\nsecond");

        agent.run(Map.of("command", "seq 1 100; read x", "interactive", true));
        await().atMost(PATIENCE)
                .until(() -> read(Map.of("job", 2, "screen", true)).contains("\n100"));

        assertThat(read(Map.of("job", 2, "screen", true, "scroll", 50)))
                .contains("the screen, scrolled back 50 lines:\n22\n23\n")
                .endsWith("\n51");
        assertThat(read(Map.of("job", 2, "screen", true, "scroll", 1000)))
                .contains("scrolled back 71 lines:\n1\n2\n");
        assertThat(read(Map.of("job", 2, "scroll", 5)))
                .contains("scroll is given without screen; expected screen: true with it");
    }

    /// Waits for what the terminal echoes, and for what the program in it then prints.
    private void awaitLog(String text) {
        await().atMost(PATIENCE)
                .until(() -> Files.readString(user.job(1).resolve("output.log")), text::equals);
    }

    @Test
    void outputIsAResourceAndNotTakenForNoneIfItCannotBeRead() throws IOException {
        assertThat(agent.request("resources/list", Map.of()).at("/result/resources")).isEmpty();
        agent.run(Map.of("command", "echo something to read"));
        user.awaitEnd(1);

        assertThat(
                        agent.request("resources/read", Map.of("uri", "nudge://jobs/1/output"))
                                .at("/result/contents/0/text")
                                .stringValue())
                .contains("exit code 0", "something to read");
        assertThat(
                        agent.request("resources/templates/list", Map.of())
                                .at("/result/resourceTemplates/0/uriTemplate")
                                .stringValue())
                .isEqualTo("nudge://jobs/{job}/output");
        assertThat(
                        agent.request("resources/read", Map.of("uri", "nudge://jobs/2/output"))
                                .at("/error/message")
                                .stringValue())
                .contains("No job 2.");

        user.run("run", "--array", "1-25", "true");
        assertThat(agent.request("resources/list", Map.of()).at("/result/resources"))
                .as("also of the jobs that have begun since, by their numbers")
                .extracting(resource -> resource.path("name").stringValue())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 26).mapToObj(n -> "job-" + n).toList());

        Path log = user.job(1).resolve("output.log");
        Files.delete(log);
        assertThat(read(Map.of("job", 1)))
                .isEqualTo("Error: the output of job 1 cannot be read: there is no " + log);
        assertThat(agent.call("wait_for_job", Map.of("job", 1)))
                .endsWith("Its output, which cannot be read:\n[there is no %s]".formatted(log));
    }

    @Test
    void jobsAreListedByStateLabelAndAge() {
        agent.run(Map.of("command", "exit 1", "label", "unit tests"));
        agent.run(Map.of("command", "sleep 300", "label", "server"));
        user.awaitEnd(1);

        assertThat(agent.call("list_jobs", Map.of()))
                .containsSubsequence(
                        "2 [server]: running, ", "sleep 300\n1 [unit tests]: exit code 1, ");
        assertThat(agent.call("list_jobs", Map.of("state", "failed"))).startsWith("1 [");
        assertThat(agent.call("list_jobs", Map.of("label", "serv"))).startsWith("2 [");
        assertThat(agent.call("list_jobs", Map.of("started_within_seconds", 3600))).startsWith("2");
        assertThat(agent.call("list_jobs", Map.of("label", "none"))).isEqualTo("No such jobs.");
        assertThat(agent.call("list_jobs", Map.of("state", "lazy")))
                .contains(
                        "state is \"lazy\"; expected one of running, queued, ended, failed, asks");
    }

    @Test
    void binaryOutputIsCountedNotShown() {
        agent.run(Map.of("command", "head -c 2000000 /dev/zero; read x", "interactive", true));
        agent.run(Map.of("command", "head -c 1500 /dev/zero"));
        user.awaitEnd(2);
        await().atMost(PATIENCE)
                .until(() -> read(Map.of("job", 1)).contains("[binary output, 1.9M]"));

        assertThat(read(Map.of("job", 2, "tail", 3)))
                .contains("Its output, which is binary:\n[binary output, 1.5K]\n")
                .endsWith(
                        "[Ask for raw, or for a pattern, to see it, with \\x00 for what is not text.]");
        assertThat(read(Map.of("job", 2, "raw", true))).endsWith("\\x00{1500}");
        assertThat(read(Map.of("job", 1, "screen", true))).contains("[binary output, 1.9M]");
        assertThat(user.run("ps", "--all")).contains("OUTPUT", "[binary output, 1.9M]");
        assertThat(user.run("show", "2")).contains("binary output");
        assertThat(user.record(2).path("binary").booleanValue()).isTrue();
        assertThat(user.run("logs", "2")).isEqualTo("\0".repeat(1500));
        assertThat(agent.call("wait_for_job", Map.of("job", 2))).contains("[binary output, 1.5K]");
    }
}
