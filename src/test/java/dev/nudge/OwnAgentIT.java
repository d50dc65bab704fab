package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The agent of the example in docs/agents.md, which nudge knows only by the file there.
class OwnAgentIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Path AGENT = Path.of("src/test/resources/agents/line-agent");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?s)```toml\\n(.*?)```", Pattern.MULTILINE);

    @AutoClose private final NudgeUser user = NudgeUser.create();
    @AutoClose private final TmuxServerFixture tmux = TmuxServerFixture.start();

    private static String example() throws IOException {
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("docs/agents.md")));
        assertThat(example.find()).isTrue();
        return example.group(1);
    }

    private void describe(String text) throws IOException {
        Files.writeString(user.folder("home/.config/nudge/agents").resolve("line.toml"), text);
    }

    private String startAgent() {
        String words =
                Stream.concat(
                                Stream.of(AGENT.toAbsolutePath().toString()),
                                NudgeUser.command("mcp").stream())
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "));
        String pane = tmux.newSession("work", 100, 30, user.environment(), "exec " + words);
        awaitScreen(pane, ">");
        return pane;
    }

    private String awaitScreen(String pane, String text) {
        return tmux.awaitScreen(pane, screen -> screen.contains(text), PATIENCE);
    }

    private void submit(String pane, String text) {
        tmux.enter(pane, text);
    }

    private String explain(String pane) {
        return said("explain", pane);
    }

    private String said(String... words) {
        return Unchecked.get(() -> {
            try (var out = start(words).getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }

    /// Starts nudge as in a pane of this server.
    private Process start(String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(NudgeUser.command(words));
        Map<String, String> environment = new HashMap<>(user.environment());
        environment.put("TMUX", tmux.socket() + ",1,0");
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Test
    void resultIsTypedSubmittedAndReportedOnce() throws IOException {
        describe(example());
        String pane = startAgent();

        submit(pane, "run sleep 1; echo built");

        awaitScreen(pane, "Agent: started.");
        String screen = awaitScreen(pane, "You: Background command completed: \"sleep 1; echo b");
        assertThat(screen).contains("Agent: started.");
        await().atMost(PATIENCE)
                .until(() -> user.run("ps", "--all", "--json"), ps -> ps.contains("\"delivered\""));
        assertThat(String.join("\n", tmux.capture(pane)).split("You: Background", -1)).hasSize(2);
    }

    @Test
    void nothingIsTypedIntoADraftAndExplainSaysWhy() throws IOException {
        describe(example());
        String pane = startAgent();
        submit(pane, "run sleep 10");
        awaitScreen(pane, "Agent: started.");
        tmux.sendLiteral(pane, "my own words");

        user.awaitEnd(1);
        String explained =
                await().atMost(PATIENCE).until(() -> explain(pane), e -> e.contains("Draft"));

        assertThat(explained)
                .contains("agent    Line agent (line.toml)")
                .contains("state    Draft working=false text=my own words")
                .contains("rule     screen.layouts[1].prompt")
                .contains("keys     no result could be typed now: there is text in the prompt");
        assertThat(String.join("\n", tmux.capture(pane))).doesNotContain("Background command");

        tmux.sendKeys(pane, "Enter");
        awaitScreen(pane, "You: Background command completed: \"sleep 10\"");
    }

    @Test
    void agentThatIsNotDescribedIsExplainedUntilItIsDescribed() throws IOException {
        String pane = tmux.newSession("work", 100, 30, user.environment(), script());
        awaitScreen(pane, ">");

        assertThat(explain(pane))
                .contains("agent    of a kind that is not known")
                .contains("line-agent")
                .contains("keys     no result could be typed now: nudge does not know this kind");

        describe(example());
        // A pane that has just been made counts as one in which a key was just pressed.
        String described =
                await().atMost(PATIENCE)
                        .until(() -> explain(pane), e -> e.contains("keys     a result could be"));
        assertThat(described)
                .contains("state    EmptyPrompt")
                .contains("rule     screen.layouts[1].empty[1]")
                .contains("keys     a result could be typed now");
    }

    /// The agent with a server that only reads.
    private static String script() {
        String answer = "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{}}";
        return "exec %s sh -c 'echo \"%s\"; exec cat >/dev/null'"
                .formatted(AGENT.toAbsolutePath(), answer);
    }

    @Test
    void screensAreRecordedWithoutTheirText() throws IOException {
        describe(example());
        String pane = tmux.newSession("work", 100, 30, user.environment(), script());
        awaitScreen(pane, ">");
        Path folder = user.folder("screens");
        Process recording = start("record", pane, folder.toString(), "--blank");
        await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("001.txt")));

        submit(pane, "secret 42");
        awaitScreen(pane, "You: secret 42");
        await().atMost(PATIENCE)
                .until(
                        () -> last(folder),
                        text ->
                                text.startsWith("state: EmptyPrompt")
                                        && text.contains("xxx: xxxxxx 00"));
        recording.destroy();

        assertThat(last(folder))
                .startsWith("state: EmptyPrompt\ncursor: 2 ")
                .contains("xxx: xxxxxx 00")
                .contains("────────\n>\n")
                .doesNotContain("secret");
    }

    private static String last(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.sorted().toList();
            return Files.readString(all.getLast());
        }
    }

    @Test
    void doctorNamesTheMistakeInAFile() throws IOException {
        describe(example().replace("indent = 0", "indent = none"));

        assertThat(said("doctor"))
                .contains("/.config/nudge/agents/line.toml, line ")
                .contains(": this is not TOML: indent = none");
    }
}
