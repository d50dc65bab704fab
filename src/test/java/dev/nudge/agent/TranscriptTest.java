package dev.nudge.agent;

import static dev.nudge.agent.OpenTurnTest.NUDGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lines that Gemini CLI 0.61, Codex 0.169 and Copilot CLI 1.0.102 wrote, shortened.
class TranscriptTest {
    private static final Map<String, String> GEMINI_CLI =
            OpenTurnTest.lines(
                    """
                    session {'sessionId':'7ed7','projectHash':'a1','kind':'main'}
                    asked {'id':'u1','type':'user','content':[{'text':'Wait for job 17.'}]}
                    updated {'$set':{'lastUpdated':'2026-11-22T03:55:36.302Z'}}
                    calls {'id':'g1','type':'gemini','content':'','toolCalls':[]}
                    answer {'id':'u2','type':'user','content':[{'functionResponse':{'response':{'output':'NUDGE'}}}]}
                    masked {'id':'u2','type':'user','content':[{'functionResponse':{'response':{'output':'masked'}}}]}
                    next {'id':'u3','type':'user','content':[{'text':'And now?'}]}
                    told {'id':'u3','type':'user','content':[{'text':'NUDGE'}]}
                    said {'id':'g2','type':'gemini','content':'Nothing new.'}
                    first {'id':'u0','type':'user','content':[{'text':'Hello'}]}
                    reset {'$set':{'messages':[{'id':'u0','type':'user','content':[{'text':'Hello'}]}]}}
                    set {'$set':{'messages':[{'id':'u2','type':'user','content':[{'text':'NUDGE'}]}]}}
                    summary {'$set':{'messages':[{'id':'s1','type':'user','content':'So far …'}]}}
                    rewindNext {'$rewindTo':'u3'}
                    rewindAnswer {'$rewindTo':'u2'}
                    rewindUnknown {'$rewindTo':'unknown'}
                    damaged {'id':'u9','ty
                    rubbish rubbish
                    """);
    private static final Map<String, String> CODEX =
            OpenTurnTest.lines(
                    """
                    session {'type':'session_meta','payload':{'id':'s1'}}
                    hello {'type':'response_item','payload':{'type':'message','role':'user','content':[{'text':'Hello'}]}}
                    shown {'type':'event_msg','payload':{'type':'shown','text':'NUDGE'}}
                    user {'type':'response_item','payload':{'type':'message','role':'user','content':[{'text':'NUDGE'}]}}
                    developer {'type':'response_item','payload':{'type':'message','role':'developer','content':[{'text':'NUDGE'}]}}
                    aborted {'type':'response_item','payload':{'type':'message','role':'user','content':[{'text':'<turn_aborted>'}]}}
                    said {'type':'response_item','payload':{'type':'message','role':'assistant','content':[{'text':'I see.'}]}}
                    call {'type':'response_item','payload':{'type':'function_call','name':'f'}}
                    result {'type':'response_item','payload':{'type':'function_call_output','output':'1'}}
                    """);
    private static final Map<String, String> COPILOT_CLI =
            OpenTurnTest.lines(
                    """
                    start {'type':'session.start','data':{'sessionId':'s1'},'id':'1'}
                    hook {'type':'hook.start','data':{'input':{'prompt':'NUDGE'}},'id':'2'}
                    prompt {'type':'user.message','data':{'content':'NUDGE'},'id':'3'}
                    added {'type':'user.message','data':{'transformedContent':'NUDGE'},'id':'4'}
                    answer {'type':'tool.execution_complete','data':{'result':{'content':'NUDGE'}},'id':'5'}
                    turn {'type':'assistant.turn_start','data':{},'id':'6'}
                    said {'type':'assistant.message','data':{'content':'Yes'},'id':'7'}
                    """);

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    session asked updated calls answer                    | true
                    session asked updated calls answer next               | true
                    session asked updated calls next                      | false
                    # Escape while the model answers takes the whole turn out of the conversation.
                    first session asked calls answer reset                | false
                    first session asked calls answer reset next           | false
                    first session asked calls reset answer                | true
                    asked set                                             | true
                    asked calls answer next rewindNext                    | true
                    asked calls answer next rewindAnswer                  | false
                    asked calls answer next rewindUnknown                 | false
                    # A message that is written anew replaces the old one.
                    asked calls answer masked                             | false
                    # The disk was full when a line was written.
                    asked calls damaged answer                            | true
                    asked calls answer rubbish                            | true
                    asked calls rubbish                                   | false
                    # The model was told what a summary has replaced.
                    asked calls answer summary next                       | true
                    asked calls summary next                              | false
                    """)
    void textInGeminiCliIsHeldUnlessItWasTakenBack(String lines, boolean isHeld)
            throws IOException {
        assertThat(record(GEMINI_CLI, lines).holds(NUDGE)).isEqualTo(isHeld);
    }

    /// Of Codex, only the items count: Escape ends a prompt's hook too. Of Copilot CLI, what the
    /// model knows counts: a hook is run before the prompt is part of the conversation.
    @ParameterizedTest
    @CsvSource({
        "session hello shown aborted, false",
        "session hello user aborted, true",
        "session hello developer aborted, true"
    })
    void textInCodexIsHeldIfItIsAnItem(String lines, boolean isHeld) throws IOException {
        assertThat(record(CODEX, lines).holds(NUDGE)).isEqualTo(isHeld);
    }

    @ParameterizedTest
    @CsvSource({
        "start hook, false",
        "start hook prompt, true",
        "start added, true",
        "start answer, true"
    })
    void textInCopilotCliIsHeldIfTheModelKnowsIt(String lines, boolean isHeld) throws IOException {
        assertThat(record(COPILOT_CLI, lines).holds(NUDGE)).isEqualTo(isHeld);
    }

    /// An agent that ends in between has not asked its model, or has not heard what it said.
    @Test
    void textIsAnsweredOnceTheModelHasSaidOrCalledSomethingAfterIt() throws IOException {
        assertThat(record(GEMINI_CLI, "asked calls told").answers(NUDGE)).isFalse();
        assertThat(record(GEMINI_CLI, "asked calls told said").answers(NUDGE)).isTrue();
        assertThat(record(GEMINI_CLI, "asked calls said").answers(NUDGE)).isFalse();
        assertThat(record(CODEX, "developer aborted result").answers(NUDGE)).isFalse();
        assertThat(record(CODEX, "developer said").answers(NUDGE)).isTrue();
        assertThat(record(CODEX, "developer call").answers(NUDGE)).isTrue();
        assertThat(record(CODEX, "call developer").answers(NUDGE)).isFalse();
        assertThat(record(COPILOT_CLI, "prompt turn").answers(NUDGE)).isFalse();
        assertThat(record(COPILOT_CLI, "prompt said").answers(NUDGE)).isTrue();
        assertThat(record(COPILOT_CLI, "said prompt").answers(NUDGE)).isFalse();
    }

    private Transcript record(Map<String, String> lines, String names) throws IOException {
        return OpenTurnTest.record(folder, lines, names);
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
