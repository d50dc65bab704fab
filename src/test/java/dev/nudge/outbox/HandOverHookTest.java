package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The extension's own hook scripts, with the marks of a daemon, and a program `nudge` that only
/// says how it was called.
class HandOverHookTest {
    private static final Path HOOKS = Path.of("src/main/extension/hooks");
    private static final String FIRST = "nudge-receipt-1-0123456789abcdef";
    private static final String SECOND = "nudge-receipt-2-0123456789abcdef";

    @TempDir private Path home;
    private Path pending;
    private Path receipts;
    private Path transcript;

    @BeforeEach
    void extensionAndState() throws IOException {
        pending = Files.createDirectories(home.resolve("nudge/pending"));
        receipts = Files.createDirectories(home.resolve("nudge/receipts"));
        transcript = Files.createFile(home.resolve("session.jsonl"));
        Path hooks = Files.createDirectories(home.resolve("extension/hooks"));
        for (String script : List.of("hand-over", "receipt")) {
            Files.copy(HOOKS.resolve(script), hooks.resolve(script));
        }
        Path nudge = Files.createDirectories(home.resolve("extension/bin")).resolve("nudge");
        NudgeUser.writeProgram(nudge, "echo \"$* $NUDGE_TRANSCRIPT $NUDGE_THREAD\"");
    }

    private void mark(String end) throws IOException {
        Files.createFile(pending.resolve("42-3" + end));
    }

    private String run(String script, String input, String... arguments) throws Exception {
        Process hook = start(script, input, arguments);
        String said = new String(hook.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(hook.waitFor()).isZero();
        return said.strip();
    }

    private Process start(String script, String input, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("sh", home + "/extension/hooks/" + script));
        words.addAll(List.of(arguments));
        ProcessBuilder hook = new ProcessBuilder(words);
        hook.environment().put("XDG_STATE_HOME", home.toString());
        hook.environment().put("TMUX", "/tmp/none,42,0");
        hook.environment().put("TMUX_PANE", "%3");
        hook.environment().merge("PATH", home + "/bin:", (old, first) -> first + old);
        hook.environment().remove("NUDGE_HOOKS");
        Path in = Files.writeString(home.resolve("input"), input);
        return hook.redirectErrorStream(true).redirectInput(in.toFile()).start();
    }

    private String input(String more) {
        return "{\"session_id\":\"s\",\"transcript_path\":\"%s\"%s}".formatted(transcript, more);
    }

    private String prompt() throws Exception {
        return prompt(",\"prompt_id\":\"p7\",\"prompt\":\"Hello\"");
    }

    private String prompt(String more) throws Exception {
        return run("hand-over", input(more), "UserPromptSubmit", "prompt");
    }

    private String tool(String more) throws Exception {
        return run("hand-over", input(more), "PostToolBatch", "tool");
    }

    /// Outside tmux, and in a server, nothing but its input says which session it is.
    @Test
    void whatWaitsForTheAgentOrItsThreadIsHandedOverWithAPromptAndBetweenTools() throws Exception {
        assertThat(prompt()).isEmpty();
        assertThat(tool("")).isEmpty();
        Files.createFile(pending.resolve("thread-another"));
        assertThat(prompt()).isEmpty();
        assertThat(tool("")).isEmpty();

        Path mine = Files.createFile(pending.resolve("thread-s"));
        assertThat(prompt()).isEqualTo("hand-over UserPromptSubmit " + transcript + " s");
        assertThat(tool(""))
                .isEqualTo("hand-over --within-turn PostToolBatch " + transcript + " s");

        Files.delete(mine);
        for (String place : List.of("42-3", "elsewhere")) {
            Path mark = Files.createFile(pending.resolve(place));
            assertThat(prompt()).isEqualTo("hand-over UserPromptSubmit " + transcript);
            assertThat(tool("")).isEqualTo("hand-over --within-turn PostToolBatch " + transcript);
            Files.delete(mark);
        }
    }

    @Test
    void turnThatIsOverIsLookedAtWithTheNextPromptOnly() throws Exception {
        mark(".told");

        assertThat(tool("")).isEmpty();
        assertThat(prompt()).startsWith("hand-over UserPromptSubmit ");
    }

    @Test
    void nothingIsHandedOverWhereItCouldBeLost() throws Exception {
        mark("");
        mark(".told");
        // Qwen Code runs the prompt's hook also when it continues with the answers of tools.
        assertThat(prompt(",\"prompt\":\"\"")).isEmpty();
        Files.writeString(transcript, "{\"type\":\"system\",\"event\":{\"prompt_id\":\"s##1\"}}\n");
        assertThat(prompt(",\"prompt_id\":\"s##1\",\"prompt\":\"More\"")).isEmpty();
        assertThat(prompt(",\"prompt_id\":\"s##2\",\"prompt\":\"More\""))
                .startsWith("hand-over UserPromptSubmit ");

        String calls = ",\"tool_calls\":[{\"status\":\"%s\"},{\"status\":\"%s\"}]";
        assertThat(tool(calls.formatted("success", "cancelled"))).isEmpty();
        assertThat(tool(calls.formatted("success", "error"))).startsWith("hand-over ");

        assertThat(tool(",\"agent_id\":\"a1\"")).as("of a subagent").isEmpty();
        assertThat(prompt(",\"agent_id\":\"a1\",\"prompt\":\"Hello\"")).isEmpty();

        Files.writeString(transcript, "{\"promptId\":\"p7\",\"type\":\"user\"}\n");
        assertThat(prompt()).as("it may be taken back from the queue").isEmpty();
    }

    @Test
    void typedMessageLeavesItsReceiptAlsoIfItIsQueued() throws Exception {
        mark(".typing");
        Files.writeString(transcript, "{\"promptId\":\"p7\",\"type\":\"user\"}\n");

        prompt(",\"prompt_id\":\"p7\",\"prompt\":\"[nudge: job 1, automatic notice]\"");

        assertThat(receipts).isDirectoryContaining("glob:**/prompt-42-3-*");
    }

    private String answer(String more) {
        return input(",\"tool_response\":\"%s\"".formatted(more));
    }

    @Test
    void receiptNamesTheRecordOfTheConversationUnlessItIsASubagents() throws Exception {
        run("receipt", answer("[" + FIRST + "]"));
        run("receipt", input(",\"agent_id\":\"a1\",\"tool_response\":\"[" + SECOND + "]\""));

        assertThat(receipts.resolve(FIRST)).content().contains(transcript.toString());
        assertThat(receipts.resolve(SECOND)).content().isEqualTo("\n");
    }

    /// Copilot CLI names the session, and takes what is added without anything around it.
    @Test
    void recordOfASessionIsFoundByItsId() throws Exception {
        mark("");
        mark(".typing");
        String records = home + "/.copilot/session-state";
        String record = records + "/5e55/events.jsonl";
        String input = "{\"hook_event_name\":\"any\",\"session_id\":\"5e55\",%s}";

        String prompt = input.formatted("\"prompt\":\"[nudge: job 1, automatic notice]\"");
        assertThat(run("hand-over", prompt, "UserPromptSubmit", "prompt", records))
                .isEqualTo("hand-over --plain UserPromptSubmit " + record);
        String said = "{\"transcript_path\":\"" + record + "\",";
        assertThat(receipts.toFile().listFiles())
                .singleElement()
                .satisfies(r -> assertThat(r).content().startsWith(said));
        String tool = input.formatted("\"tool_name\":\"any\"");
        assertThat(run("hand-over", tool, "PostToolUse", "tool", records))
                .isEqualTo("hand-over --within-turn --plain PostToolUse " + record);
        String answer =
                "\"tool_input\":{\"session_id\":\"no\"},\"tool_result\":\"[" + FIRST + "]\"";
        run("receipt", input.formatted(answer), records);
        assertThat(receipts.resolve(FIRST)).hasContent("\"transcript_path\":\"" + record + "\"");
    }

    /// The output of a job is in the answer, before the receipts.
    @Test
    void outputThatLooksLikeAReceiptKeepsNoOtherFromBeingLeft() throws Exception {
        for (String imitation :
                List.of(
                        "nudge-receipt-7-" + "a".repeat(300),
                        "nudge-receipt-" + "7".repeat(300) + "-0123456789abcdef",
                        "nudge-receipt--",
                        "nudge-receipt-7-",
                        "nudge-receipt-7-0123")) {
            run("receipt", answer("%s [%s]".formatted(imitation, FIRST)));

            assertThat(receipts.resolve(FIRST)).as(imitation).exists();
            Files.delete(receipts.resolve(FIRST));
        }
    }

    @Test
    void receiptThatCannotBeLeftKeepsNoOtherFromBeingLeft() throws Exception {
        Files.createDirectory(receipts.resolve(FIRST));
        Process hook = start("receipt", answer("[" + FIRST + " " + SECOND + "]"));

        assertThat(hook.inputReader().readAllLines()).anyMatch(line -> line.contains(FIRST));
        assertThat(hook.waitFor()).isEqualTo(1);
        assertThat(receipts.resolve(SECOND)).exists();
    }

    /// An agent must not take it for one that has left them.
    @Test
    void hookThatCannotLookForReceiptsFails() throws Exception {
        Path grep = Files.createDirectory(home.resolve("bin")).resolve("grep");
        NudgeUser.writeProgram(grep, "kill -KILL $$");
        assertThat(start("receipt", answer("[" + FIRST + "]")).waitFor()).isEqualTo(1);

        Files.delete(grep);
        assertThat(run("receipt", "{\"tool_response\":\"nothing\"}")).isEmpty();
        assertThat(receipts).isEmptyDirectory();
    }
}
