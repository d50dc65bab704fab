package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whether the model knows a text, by the lines of a conversation's record.
class TranscriptTest {
    private static final String NUDGE = "[nudge: job 17 has ended, automatic notice]";
    private static final Path RECORDS = Path.of("src/test/resources/agents/conversations");

    @TempDir private Path folder;

    /// Makes the record of an agent from the lines with these names; in its file, `NUDGE` stands
    /// for the text, and `'` for `"`.
    private Transcript record(String agent, String names) throws IOException {
        Map<String, String> lines =
                Files.readAllLines(RECORDS.resolve(agent + ".txt")).stream()
                        .map(row -> row.replace("NUDGE", NUDGE).replace('\'', '"').split(" ", 2))
                        .collect(Collectors.toMap(row -> row[0], row -> row[1] + "\n"));
        String text =
                Stream.of(names.split(" "))
                        .map(name -> Objects.requireNonNull(lines.get(name), name))
                        .collect(Collectors.joining());
        Path file = Files.writeString(folder.resolve("session.jsonl"), text);
        return Transcript.search(file, List.of(NUDGE)).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    claude-code | hello done told hook thanks                  | true
                    claude-code | hello done                                   | false
                    # Escape has put the prompt back: nothing of it is taken back in the record.
                    claude-code | hello done told hook                         | false
                    claude-code | hello done told hook next                    | false
                    claude-code | hello done told hook next well               | false
                    claude-code | hello done told hook interrupted             | true
                    claude-code | hello done told hook interrupted after       | true
                    # Both had been queued.
                    claude-code | hello done told hook queued well             | true
                    claude-code | hello done told hook queued                  | false
                    claude-code | hello done result                            | true
                    claude-code | hello done told failed                       | true
                    # Of several calls at once, the answers do not follow one another.
                    claude-code | hello done beside onward                     | true
                    claude-code | hello done told hook copy                    | false
                    qwen-code   | hello done told snapshot thanks              | true
                    qwen-code   | hello done                                   | false
                    # Escape has put the prompt back: nothing in the record says so.
                    qwen-code   | hello done told snapshot                     | false
                    qwen-code   | hello done told snapshot next                | false
                    qwen-code   | hello done told snapshot next well           | false
                    # The model could not be asked.
                    qwen-code   | hello done told failed                       | true
                    qwen-code   | hello done told failed next                  | false
                    qwen-code   | hello done told failed next well             | true
                    qwen-code   | hello done told other                        | false
                    qwen-code   | hello done added thanks                      | true
                    qwen-code   | hello done tool thanks                       | true
                    # Escape may have come while another call was running: then the model gets none of the answers.
                    qwen-code   | hello done tool                              | false
                    qwen-code   | hello done tool next                         | false
                    qwen-code   | hello done tool failed next                  | false
                    qwen-code   | hello done tool within thanks                | true
                    # Escape takes no message of a program out, unless it takes back a prompt that followed it.
                    qwen-code   | hello done message                           | true
                    qwen-code   | hello done message next well                 | true
                    qwen-code   | hello done message next hm                   | false
                    qwen-code   | hello next message thanks                    | true
                    qwen-code   | hello done itself                            | false
                    qwen-code   | hello done told snapshot thanks rewindBehind | true
                    qwen-code   | hello done told snapshot thanks rewind       | false
                    qwen-code   | hello done told snapshot thanks rewindAll    | false
                    gemini-cli  | session asked updated calls answer           | true
                    gemini-cli  | session asked updated calls answer next      | true
                    gemini-cli  | session asked updated calls next             | false
                    # Escape while the model answers takes the whole turn out of the conversation.
                    gemini-cli  | first session asked calls answer reset       | false
                    gemini-cli  | first session asked calls answer reset next  | false
                    gemini-cli  | first session asked calls reset answer       | true
                    # So it does if a turn before it is closed, whose tool the user had abandoned.
                    gemini-cli  | first session asked calls answer closed      | false
                    gemini-cli  | first session asked calls answer closed next | false
                    gemini-cli  | asked set                                    | true
                    gemini-cli  | asked calls answer next rewindNext           | true
                    gemini-cli  | asked calls answer next rewindAnswer         | false
                    gemini-cli  | asked calls answer next rewindUnknown        | false
                    # A message that is written anew replaces the old one.
                    gemini-cli  | asked calls answer masked                    | false
                    # The disk was full when a line was written.
                    gemini-cli  | asked calls damaged answer                   | true
                    gemini-cli  | asked calls answer rubbish                   | true
                    gemini-cli  | asked calls rubbish                          | false
                    # The model was told what a summary has replaced.
                    gemini-cli  | asked calls answer summary next              | true
                    gemini-cli  | asked calls summary next                     | false
                    # Only the items count: Escape ends a prompt's hook too.
                    codex       | session hello shown aborted                  | false
                    codex       | session hello user aborted                   | true
                    codex       | session hello developer aborted              | true
                    # What the model knows counts: a hook is run before the prompt is part of the conversation.
                    copilot-cli | start hook                                   | false
                    copilot-cli | start hook prompt                            | true
                    copilot-cli | start added                                  | true
                    copilot-cli | start answer                                 | true
                    """)
    void textIsHeldIfTheModelKnowsIt(String agent, String lines, boolean isHeld)
            throws IOException {
        assertThat(record(agent, lines).holds(NUDGE)).isEqualTo(isHeld);
    }

    /// An agent that ends in between has not asked its model, or has not heard what it said.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    claude-code | hello done result         | false
                    claude-code | hello done result ok      | true
                    claude-code | hello done told failed    | false
                    qwen-code   | hello done message        | false
                    qwen-code   | hello done message thanks | true
                    gemini-cli  | asked calls told          | false
                    gemini-cli  | asked calls told said     | true
                    gemini-cli  | asked calls said          | false
                    codex       | developer aborted result  | false
                    codex       | developer said            | true
                    codex       | developer call            | true
                    codex       | call developer            | false
                    copilot-cli | prompt turn               | false
                    copilot-cli | prompt said               | true
                    copilot-cli | said prompt               | false
                    """)
    void textIsAnsweredOnceTheModelHasSaidOrCalledSomethingAfterIt(
            String agent, String lines, boolean isAnswered) throws IOException {
        assertThat(record(agent, lines).answers(NUDGE)).isEqualTo(isAnswered);
    }

    @Test
    void nothingIsKnownOfARecordThatCannotBeReadOrIsOfAnotherFormat() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "{\"said\":\"Hello\"}\n");
        for (Path file : List.of(folder, folder.resolve("missing"), other)) {
            assertThat(Transcript.search(file, List.of(NUDGE))).isEmpty();
        }
    }

    private boolean isHeld(String text, String line) throws IOException {
        Path file = Files.writeString(folder.resolve("session.jsonl"), line + "\n");
        return Transcript.search(file, List.of(text, "something else")).orElseThrow().holds(text);
    }

    /// Gemini CLI escapes what a hook passes on, and puts it in tags of its own.
    @Test
    void whatAHookPassedOnIsHeldThoughItIsEscaped() throws IOException {
        String passed =
                """
                {"id":"u4","type":"user","content":[{"text":"Go on."},{"text":"<hook_context>Job 7: \\"a &lt; b\\"\\n[nudge: job 7]</hook_context>"}]}
                """;
        assertThat(isHeld("Job 7: \"a < b\"", passed)).isTrue();
    }

    /// Claude Code escapes `&` too, so that an escape in the output is escaped once more.
    @Test
    void whatAMonitorPrintedIsHeldThoughItsEscapesAreEscaped() throws IOException {
        String said = "Output: [&lt;b&gt; &amp; </event> &amp;amp; &] [nudge: job 7]";
        String escaped = said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        String event =
                "{\"uuid\":\"u1\",\"type\":\"user\",\"message\":{\"content\":\"<event>%s</event>\"}}";
        assertThat(isHeld(said, event.formatted(escaped))).isTrue();
        assertThat(isHeld("<b> </event>", event.formatted(escaped))).isFalse();
        assertThat(isHeld("<b", event.formatted("&" + "amp;".repeat(100_000) + "lt;b"))).isTrue();
    }
}
