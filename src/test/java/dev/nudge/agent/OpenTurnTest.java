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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whether the model knows a text, by the last lines of a conversation's record.
class OpenTurnTest {
    static final String NUDGE = "[nudge: job 17 has ended, automatic notice]";

    /// Lines that Claude Code 2.1.330 wrote, shortened; the last is a copy of what is sent to the
    /// model, for the program itself.
    private static final Map<String, String> CLAUDE_CODE =
            lines(
                    """
                    hello {'parentUuid':'','promptId':'p1','type':'user','message':{'role':'user','content':'Hello'},'uuid':'u1'}
                    done {'parentUuid':'u1','message':{'role':'assistant','content':[{'type':'text','text':'Done.'}]},'type':'assistant','uuid':'a1'}
                    told {'parentUuid':'a1','promptId':'p2','type':'user','message':{'role':'user','content':'NUDGE'},'uuid':'u2'}
                    hook {'parentUuid':'u2','attachment':{'type':'hook_additional_context','content':['context']},'type':'attachment','uuid':'h2'}
                    thanks {'parentUuid':'h2','message':{'role':'assistant','content':[{'type':'text','text':'Thanks.'}]},'type':'assistant','uuid':'a2'}
                    failed {'parentUuid':'u2','message':{'role':'assistant','content':[{'type':'text','text':'API Error'}]},'type':'assistant','uuid':'a2','isApiErrorMessage':true}
                    next {'parentUuid':'a1','promptId':'p3','type':'user','message':{'role':'user','content':'And now?'},'uuid':'u3'}
                    well {'parentUuid':'u3','message':{'role':'assistant','content':[{'type':'text','text':'Well.'}]},'type':'assistant','uuid':'a3'}
                    queued {'parentUuid':'h2','promptId':'p3','type':'user','message':{'role':'user','content':'And this?'},'uuid':'u3'}
                    interrupted {'parentUuid':'h2','promptId':'p2','type':'user','message':{'content':[{'text':'[Request interrupted by user]'}]},'uuid':'i2'}
                    after {'parentUuid':'i2','promptId':'p3','type':'user','message':{'role':'user','content':'And now?'},'uuid':'u3'}
                    result {'parentUuid':'a1','promptId':'p1','type':'user','message':{'content':[{'type':'tool_result','content':'NUDGE'}]},'uuid':'r1'}
                    ok {'parentUuid':'r1','message':{'role':'assistant','content':[{'type':'text','text':'Ok.'}]},'type':'assistant','uuid':'a2'}
                    beside {'parentUuid':'a1','attachment':{'type':'hook_additional_context','content':['NUDGE']},'type':'attachment','uuid':'h1'}
                    onward {'parentUuid':'a1','message':{'role':'assistant','content':[{'type':'text','text':'Ok.'}]},'type':'assistant','uuid':'a2'}
                    copy {'type':'api-request-blob','message':{'content':'NUDGE'}}
                    """);

    /// Lines that Qwen Code 0.24.4 wrote, shortened.
    private static final Map<String, String> QWEN_CODE =
            lines(
                    """
                    hello {'uuid':'u1','parentUuid':'','type':'user','message':{'parts':[{'text':'Hello'}]}}
                    done {'uuid':'a1','parentUuid':'u1','type':'assistant','message':{'parts':[{'text':'Done.'}]}}
                    told {'uuid':'u2','parentUuid':'a1','type':'user','message':{'parts':[{'text':'NUDGE'}]}}
                    snapshot {'uuid':'s2','parentUuid':'u2','type':'system','subtype':'file_history_snapshot','systemPayload':{'snapshots':[]}}
                    thanks {'uuid':'a2','parentUuid':'s2','type':'assistant','message':{'parts':[{'text':'Thanks.'}]}}
                    next {'uuid':'u3','parentUuid':'s2','type':'user','message':{'parts':[{'text':'And now?'}]}}
                    well {'uuid':'a3','parentUuid':'u3','type':'assistant','message':{'parts':[{'text':'Well.'}]}}
                    hm {'uuid':'u4','parentUuid':'u3','type':'user','message':{'parts':[{'text':'Hm?'}]}}
                    failed {'uuid':'e2','parentUuid':'u2','type':'system','subtype':'ui_telemetry','systemPayload':{'said':'','uiEvent':{'event.name':'qwen-code.api_error'}}}
                    other {'uuid':'e2','parentUuid':'u2','type':'system','subtype':'ui_telemetry','systemPayload':{'said':'','uiEvent':{'event.name':'qwen-code.other'}}}
                    itself {'uuid':'e2','parentUuid':'u2','type':'system','subtype':'ui_telemetry','systemPayload':{'said':'NUDGE','uiEvent':{'event.name':'qwen-code.api_response'}}}
                    added {'uuid':'u2','parentUuid':'a1','type':'user','message':{'parts':[{'text':'Go on.'},{'text':'NUDGE'}]}}
                    tool {'uuid':'t2','parentUuid':'a1','type':'tool_result','message':{'parts':[{'functionResponse':{'response':{'output':'hi NUDGE'}}}]}}
                    within {'uuid':'m2','parentUuid':'t2','type':'user','subtype':'mid_turn_user_message','message':{'parts':[{'text':'And this'}]}}
                    message {'uuid':'n2','parentUuid':'a1','type':'user','subtype':'notification','message':{'parts':[{'text':'NUDGE'}]}}
                    rewindBehind {'uuid':'r3','parentUuid':'a2','type':'system','subtype':'rewind','systemPayload':{}}
                    rewind {'uuid':'r3','parentUuid':'a1','type':'system','subtype':'rewind','systemPayload':{}}
                    rewindAll {'uuid':'r3','parentUuid':null,'type':'system','subtype':'rewind','systemPayload':{}}
                    """);

    @TempDir private Path folder;

    /// Reads lines by their names, with `NUDGE` for the text, and `'` for `"`.
    static Map<String, String> lines(String rows) {
        return rows.lines()
                .map(row -> row.replace("NUDGE", NUDGE).replace('\'', '"').split(" ", 2))
                .collect(Collectors.toMap(row -> row[0], row -> row[1] + "\n"));
    }

    private Transcript record(Map<String, String> lines, String names) throws IOException {
        return record(folder, lines, names);
    }

    static Transcript record(Path folder, Map<String, String> lines, String names)
            throws IOException {
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
                    hello done told hook thanks            | true
                    hello done                             | false
                    # Escape has put the prompt back: nothing of it is taken back in the record.
                    hello done told hook                   | false
                    hello done told hook next              | false
                    hello done told hook next well         | false
                    hello done told hook interrupted       | true
                    hello done told hook interrupted after | true
                    # Both had been queued.
                    hello done told hook queued well       | true
                    hello done told hook queued            | false
                    hello done result                      | true
                    hello done told failed                 | true
                    # Of several calls at once, the answers do not follow one another.
                    hello done beside onward               | true
                    hello done told hook copy              | false
                    """)
    void turnOfClaudeCodeIsHeldUnlessItWasCancelledBeforeAnAnswer(String lines, boolean isHeld)
            throws IOException {
        assertThat(record(CLAUDE_CODE, lines).holds(NUDGE)).isEqualTo(isHeld);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    hello done told snapshot thanks           | true
                    hello done                                | false
                    # Escape has put the prompt back: nothing in the record says so.
                    hello done told snapshot                  | false
                    hello done told snapshot next             | false
                    hello done told snapshot next well        | false
                    # The model could not be asked.
                    hello done told failed                    | true
                    hello done told failed next               | false
                    hello done told failed next well          | true
                    hello done told other                     | false
                    hello done added thanks                   | true
                    hello done tool thanks                    | true
                    # Escape may have come while another call was running: then the model gets none of the answers.
                    hello done tool                           | false
                    hello done tool next                      | false
                    hello done tool failed next               | false
                    hello done tool within thanks             | true
                    # Escape takes no message of a program out, unless it takes back a prompt that followed it.
                    hello done message                        | true
                    hello done message next well              | true
                    hello done message next hm                | false
                    hello next message thanks                 | true
                    hello done itself                         | false
                    hello done told snapshot thanks rewindBehind | true
                    hello done told snapshot thanks rewind    | false
                    hello done told snapshot thanks rewindAll | false
                    """)
    void turnOfQwenCodeIsHeldOnceTheModelHasSaidSomethingAfterIt(String lines, boolean isHeld)
            throws IOException {
        assertThat(record(QWEN_CODE, lines).holds(NUDGE)).isEqualTo(isHeld);
    }

    @ParameterizedTest
    @CsvSource({
        "hello done result, false",
        "hello done result ok, true",
        "hello done told failed, false",
    })
    void messageToClaudeCodeIsAnsweredOnceTheModelHasSpoken(String lines, boolean isAnswered)
            throws IOException {
        assertThat(record(CLAUDE_CODE, lines).answers(NUDGE)).isEqualTo(isAnswered);
    }

    @ParameterizedTest
    @CsvSource({"hello done message, false", "hello done message thanks, true"})
    void messageToQwenCodeIsAnsweredOnceTheModelHasSpoken(String lines, boolean isAnswered)
            throws IOException {
        assertThat(record(QWEN_CODE, lines).answers(NUDGE)).isEqualTo(isAnswered);
    }
}
