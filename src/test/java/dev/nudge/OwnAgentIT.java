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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The agent of the example in docs/agents.md, which nudge knows only by the file there.
class OwnAgentIT {
    private static final Path AGENT = Path.of("src/test/resources/agents/line-agent");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?s)```toml\\n(.*?)```", Pattern.MULTILINE);

    @AutoClose private static final NudgeUser USER = NudgeUser.create();
    @AutoClose private static final TmuxServerFixture TMUX = TmuxServerFixture.start();

    private static String example() throws IOException {
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("docs/agents.md")));
        assertThat(example.find()).isTrue();
        return example.group(1);
    }

    private static Path file() {
        return USER.folder("home/.config/nudge/agents").resolve("line.toml");
    }

    private static void describe(String text) throws IOException {
        Files.writeString(file(), text);
    }

    private static String start(String session, String command) {
        String pane = TMUX.newSession(session, 100, 30, USER.environment(), command);
        awaitScreen(pane, ">");
        return pane;
    }

    /// Starts the agent with a server that only reads.
    private static String startWithoutNudge(String session) {
        String answer = "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{}}";
        return start(
                session,
                "exec %s sh -c 'echo \"%s\"; exec cat >/dev/null'"
                        .formatted(AGENT.toAbsolutePath(), answer));
    }

    private static String awaitScreen(String pane, String text) {
        return TMUX.awaitScreen(pane, screen -> screen.contains(text), Patience.LONG);
    }

    private static String said(String... words) {
        return Unchecked.get(() -> {
            try (var out = startNudge(words).getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }

    /// Starts nudge as in a pane of this server.
    private static Process startNudge(String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(NudgeUser.command(words));
        builder.environment().putAll(USER.environment());
        builder.environment().put("TMUX", TMUX.socket() + ",1,0");
        return builder.start();
    }

    private static String awaitExplained(String pane, String part) {
        return await().until(() -> said("explain", pane), text -> text.contains(part));
    }

    @Test
    void nothingIsTypedIntoADraftWhichExplainSaysAndTheResultIsTypedOnceThereIsNone()
            throws IOException {
        describe(example());
        String command =
                Stream.concat(
                                Stream.of(AGENT.toAbsolutePath().toString()),
                                NudgeUser.command("mcp").stream())
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "));
        String pane = start("draft", "exec " + command);
        Path gate = USER.folder("gates").resolve("open");
        TMUX.enter(pane, "run until test -e " + gate + "; do sleep 0.05; done");
        awaitScreen(pane, "Agent: started.");
        TMUX.sendLiteral(pane, "my own words");
        Files.createFile(gate);
        USER.awaitEnd(1);

        assertThat(awaitExplained(pane, "Draft"))
                .contains("agent    Line agent (line.toml)")
                .contains("state    Draft working=false text=my own words")
                .contains("rule     screen.layouts[1].prompt")
                .contains("keys     no result could be typed now: there is text in the prompt");
        assertThat(String.join("\n", TMUX.capture(pane))).doesNotContain("Background command");

        TMUX.sendKeys(pane, "Enter");
        awaitScreen(pane, "You: Background command completed: \"until test -e ");
        await().until(() -> USER.stored(1).path("nudge").asString(""), "delivered"::equals);
        assertThat(String.join("\n", TMUX.capture(pane)).split("You: Background", -1)).hasSize(2);
    }

    @Test
    void agentThatIsNotDescribedIsExplainedUntilItIsDescribed() throws IOException {
        Files.deleteIfExists(file());
        String pane = startWithoutNudge("unknown");

        assertThat(said("explain", pane))
                .contains("agent    of a kind that is not known")
                .contains("line-agent")
                .contains("keys     no result could be typed now: nudge does not know this kind");

        describe(example());
        // A pane that has just been made counts as one in which a key was just pressed.
        assertThat(awaitExplained(pane, "keys     a result could be"))
                .contains("state    EmptyPrompt")
                .contains("rule     screen.layouts[1].empty[1]")
                .contains("keys     a result could be typed now");
    }

    @Test
    void screensAreRecordedWithoutTheirText() throws IOException {
        describe(example());
        String pane = startWithoutNudge("recorded");
        Path folder = USER.folder("screens");
        Process recording = startNudge("record", pane, folder.toString(), "--blank");
        await().until(() -> Files.exists(folder.resolve("001.txt")));

        TMUX.enter(pane, "secret 42");
        awaitScreen(pane, "You: secret 42");
        String last =
                await().until(
                                () -> last(folder),
                                text ->
                                        text.startsWith("state: EmptyPrompt")
                                                && text.contains("xxx: xxxxxx 00"));
        recording.destroy();

        assertThat(last)
                .startsWith("state: EmptyPrompt\ncursor: 2 ")
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
