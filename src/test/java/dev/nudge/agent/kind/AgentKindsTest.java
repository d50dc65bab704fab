package dev.nudge.agent.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.kind.AgentKind.InboxVariables;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AgentKindsTest {
    private static final String MINE =
            """
            title = "%s"
            [process]
            programs = ["java"]
            [screen]
            commands = ["java"]
            [[screen.layouts]]
            above = '\\n\\z'
            prompt = '(?<mark>>) ?(?<text>.*)'
            empty = [{ text = "", cursor_column = 2 }]
            """;

    private final TemporaryFolder temporary = TemporaryFolder.create();
    private final Path folder = temporary.path().resolve("agents");
    private final AgentKinds kinds = new AgentKinds(new ProcessTable(), folder);

    @AfterEach
    void close() {
        temporary.close();
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name), text);
    }

    private String kindOfThisProcess() {
        return kinds.of(ProcessHandle.current().pid()).map(AgentKind::title).orElse("unknown");
    }

    private void assertProblem(String... parts) {
        assertThat(kinds.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains(parts));
    }

    @Test
    void fileThatAnotherUserCouldHaveWrittenIsNotUsedButItsWordsAreWithheld() throws IOException {
        write("mine.toml", "withheld = [\"MINE_TOO\"]\n" + MINE.formatted("Mine"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(kindOfThisProcess()).isEqualTo("unknown");
        assertProblem("mine.toml is not used: ", "(mode 0777)");
        assertThat(kinds.withheld()).contains("MINE_TOO");
    }

    @Test
    void agentOfAPersonsOwnIsReadAndReadAgainWhenItHasChanged() throws IOException {
        assertThat(kindOfThisProcess()).isEqualTo("unknown");
        assertThat(kinds.problems()).isEmpty();

        write("mine.toml", MINE.formatted("Mine"));
        assertThat(kindOfThisProcess()).isEqualTo("Mine");

        write("mine.toml", MINE.formatted("Changed"));
        assertThat(kindOfThisProcess()).isEqualTo("Changed");

        Files.delete(folder.resolve("mine.toml"));
        assertThat(kindOfThisProcess()).isEqualTo("unknown");
    }

    @Test
    void brokenFileIsAProblemAndStopsNothingElse() throws IOException {
        write("broken.toml", "title = ");
        write("mine.toml", MINE.formatted("Mine"));
        write("notes.txt", "not an agent");

        assertThat(kindOfThisProcess()).isEqualTo("Mine");
        assertProblem(folder.resolve("broken.toml") + ", line 1: this is not TOML");

        Files.write(folder.resolve("broken.toml"), new byte[] {(byte) 0xc3, 0x28});
        assertProblem("broken.toml is not written in UTF-8");
    }

    @Test
    void fileOfThatNameReplacesABuiltInAgentUnlessItIsBroken() throws IOException {
        write("gemini-cli.toml", MINE.formatted("My Gemini"));
        assertThat(titles()).contains("My Gemini").doesNotContain("Gemini CLI");

        write("gemini-cli.toml", "broken");
        assertThat(titles()).contains("Gemini CLI").doesNotContain("My Gemini");
    }

    private List<String> titles() {
        return kinds.all().stream().map(AgentKind::title).toList();
    }

    private Map<String, String> inboxOf(InboxVariables names) {
        return Map.of(
                names.socket(),
                "/run/an.sock",
                names.token(),
                "a word",
                "HOME",
                temporary.path().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"opencode", "qwen-code"})
    void serverOfAnAgentKnowsItsInbox(String agent) {
        InboxVariables names = AgentKinds.builtIn(agent).inbox().orElseThrow();

        assertThat(names.in(inboxOf(names)))
                .isEqualTo(
                        new InboxAccess.Open(new SocketInbox(Path.of("/run/an.sock"), "a word")));
        assertThat(names.in(Map.of(names.socket(), "/run/an.sock")))
                .isEqualTo(new InboxAccess.None());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"agents":{"crossSessionInbound":"refuse"}}       | true
                    {"agents":{"crossSessionInbound":"hold"}}         | true
                    {"agents":{"crossSessionInbound":"unknown"}}      | true
                    {"agents": {"crossSessionInbound" : "accept"}}    | false
                    // "crossSessionInbound": "refuse"                | false
                    {"agents":{"crossSessionMessaging":true}}         | false
                    """)
    void inboxIsClosedIfTheSettingsOfItsAgentSaySo(String settings, boolean isClosed)
            throws IOException {
        InboxVariables names = AgentKinds.builtIn("qwen-code").inbox().orElseThrow();
        Files.writeString(temporary.folder(".qwen").resolve("settings.json"), settings);

        assertThat(names.in(inboxOf(names)))
                .isInstanceOf(isClosed ? InboxAccess.Refusing.class : InboxAccess.Open.class);
    }

    @Test
    void onlyAVersionThatWasTriedIsKnown() {
        AgentKind claude = AgentKinds.builtIn("claude-code");

        assertThat(claude.isKnownVersion("2.1.330")).isTrue();
        assertThat(List.of("2.1", "2.1.33", "2.1.331", "2.1.330-beta.1"))
                .noneMatch(claude::isKnownVersion);
    }

    /// The tests run in the pinned versions.
    @Test
    void lastVersionIsThePinnedOne() throws IOException {
        Map<String, String> pinned = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("src/test/agents.versions"))) {
            String[] words = line.split(" ", 4);
            pinned.put(words[0], words[2]);
        }

        Map<String, String> last = new TreeMap<>();
        kinds.all().forEach(kind -> last.put(kind.name(), kind.versions().getLast()));
        assertThat(last).isEqualTo(pinned);
    }

    @Test
    void wordsOfEveryKindsInboxAreWithheld() throws IOException {
        write(
                "mine.toml",
                "withheld = [\"MINE_TOO\"]\nways = [\"inbox\", \"keys\"]\n"
                        + MINE.formatted("Mine")
                        + "[inbox]\nsocket = \"MINE_SOCKET\"\ntoken = \"MINE_TOKEN\"\n");

        assertThat(kinds.problems()).isEmpty();
        assertThat(String.join(" ", new TreeSet<>(kinds.withheld())))
                .isEqualTo(
                        "CLAUDE_CODE_MESSAGING_SOCKET CLAUDE_CODE_MESSAGING_TOKEN MINE_SOCKET MINE_TOKEN MINE_TOO"
                                + " NUDGE_OPENCODE_SOCKET NUDGE_OPENCODE_TOKEN"
                                + " QWEN_CODE_MESSAGING_SOCKET QWEN_CODE_MESSAGING_TOKEN");
    }

    /// A file that is not used says what is a secret of its agent all the same.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "colour = 3\nwithheld = [\"MINE_TOO\"]\n[inbox]\nsocket = \"MINE_SOCKET\"\ntoken = 'MINE_TOKEN'",
                "withheld = [\n  \"MINE_TOO\",\n]\n[inbox]\nsocket = \"MINE_SOCKET\"\ntoken = \"MINE_TOKEN",
                "withheld = MINE_TOO\n[inbx]\nsocket = MINE_SOCKET\"\ntokn = MINE_TOKEN",
                "# \u00c3(\nwitheld = [MINE_TOO]\ninbox = { socket = \"MINE_SOCKET\", token=\"MINE_TOKEN\" }",
            })
    void wordsOfAFileWithAMistakeAreWithheld(String text) throws IOException {
        String registration =
                "\n[registration]\nprogram = \"mine\"\n[registration.insert]\nline = 'vars = [\"TMUX\"]'\n";
        Files.createDirectories(folder);
        Files.write(
                folder.resolve("mine.toml"),
                (text + registration).getBytes(StandardCharsets.ISO_8859_1));

        assertThat(kinds.problems()).hasSize(1);
        assertThat(kinds.withheld())
                .contains("MINE_TOO", "MINE_SOCKET", "MINE_TOKEN", "QWEN_CODE_MESSAGING_TOKEN")
                .doesNotContain("TMUX");
    }

    /// Older versions take a `timeout` for milliseconds (rule R115), and lose what the hook has
    /// said.
    @Test
    void hooksOfQwenCodeHaveTheTimeLimitOfTheAgent() throws IOException {
        Path hooks = Path.of("src/main/extension/qwen-code/hooks.json");
        JsonNode manifest = JsonMapper.shared().readTree(Files.readString(hooks));

        assertThat(manifest.findValues("command")).hasSize(4);
        assertThat(manifest.findValues("timeout")).isEmpty();
    }
}
