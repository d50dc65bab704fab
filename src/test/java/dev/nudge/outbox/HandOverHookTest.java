package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The extension's own hook scripts, with the marks of a daemon, and a program `nudge` that only
/// says how it was called.
class HandOverHookTest {
    private static final Path HOOKS = Path.of("src/main/extension/hooks");

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
        Files.writeString(nudge, "#!/bin/sh\necho \"$* $NUDGE_TRANSCRIPT $NUDGE_THREAD\"\n");
        Files.setPosixFilePermissions(nudge, PosixFilePermissions.fromString("rwx------"));
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
        List<String> words =
                Stream.concat(
                                Stream.of("sh", home + "/extension/hooks/" + script),
                                Stream.of(arguments))
                        .toList();
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

    @Test
    void whatWaitsIsHandedOverWithAPromptAndBetweenTools() throws Exception {
        assertThat(prompt()).isEmpty();
        assertThat(tool("")).isEmpty();
        mark("");

        assertThat(prompt()).isEqualTo("hand-over UserPromptSubmit " + transcript);
        assertThat(tool("")).isEqualTo("hand-over --within-turn PostToolBatch " + transcript);
    }

    /// Outside tmux, and in a server, nothing but its input says which session it is.
    @Test
    void whatWaitsForAThreadIsHandedOverInThatThreadOnly() throws Exception {
        Files.createFile(pending.resolve("thread-another"));
        assertThat(prompt()).isEmpty();
        assertThat(tool("")).isEmpty();

        Files.createFile(pending.resolve("thread-s"));

        assertThat(prompt()).isEqualTo("hand-over UserPromptSubmit " + transcript + " s");
        assertThat(tool(""))
                .isEqualTo("hand-over --within-turn PostToolBatch " + transcript + " s");
    }

    @Test
    void turnThatIsOverIsLookedAtWithTheNextPromptOnly() throws Exception {
        mark(".told");

        assertThat(tool("")).isEmpty();
        assertThat(prompt()).startsWith("hand-over UserPromptSubmit ");
    }

    /// It may be taken back from the queue.
    @Test
    void promptThatIsQueuedGetsNothing() throws Exception {
        mark("");
        mark(".told");
        Files.writeString(transcript, "{\"promptId\":\"p7\",\"type\":\"user\"}\n");

        assertThat(prompt()).isEmpty();
    }

    /// Qwen Code runs the prompt's hook also when it continues with the answers of tools.
    @Test
    void turnThatContinuesGetsNothing() throws Exception {
        mark("");
        mark(".told");

        assertThat(prompt(",\"prompt\":\"\"")).isEmpty();

        Files.writeString(transcript, "{\"type\":\"system\",\"event\":{\"prompt_id\":\"s##1\"}}\n");
        assertThat(prompt(",\"prompt_id\":\"s##1\",\"prompt\":\"More\"")).isEmpty();
        assertThat(prompt(",\"prompt_id\":\"s##2\",\"prompt\":\"More\""))
                .startsWith("hand-over UserPromptSubmit ");
    }

    @Test
    void cancelledCallsGetNothing() throws Exception {
        mark("");
        String calls = ",\"tool_calls\":[{\"status\":\"%s\"},{\"status\":\"%s\"}]";

        assertThat(tool(calls.formatted("success", "cancelled"))).isEmpty();
        assertThat(tool(calls.formatted("success", "error"))).startsWith("hand-over ");
    }

    @Test
    void subagentGetsNothing() throws Exception {
        mark("");

        assertThat(tool(",\"agent_id\":\"a1\"")).isEmpty();
        assertThat(prompt(",\"agent_id\":\"a1\",\"prompt\":\"Hello\"")).isEmpty();
    }

    @Test
    void typedMessageLeavesItsReceiptAlsoIfItIsQueued() throws Exception {
        mark(".typing");
        Files.writeString(transcript, "{\"promptId\":\"p7\",\"type\":\"user\"}\n");

        prompt(",\"prompt_id\":\"p7\",\"prompt\":\"[nudge: job 1, automatic notice]\"");

        assertThat(receipts).isDirectoryContaining("glob:**/prompt-42-3-*");
    }

    @Test
    void receiptNamesTheRecordOfTheConversationUnlessItIsASubagents() throws Exception {
        run("receipt", input(",\"tool_response\":\"[nudge-receipt-1-0123456789abcdef]\""));
        run(
                "receipt",
                input(
                        ",\"agent_id\":\"a1\",\"tool_response\":\"[nudge-receipt-2-0123456789abcdef]\""));

        assertThat(receipts.resolve("nudge-receipt-1-0123456789abcdef"))
                .content()
                .contains(transcript.toString());
        assertThat(receipts.resolve("nudge-receipt-2-0123456789abcdef")).content().isEqualTo("\n");
    }

    /// Copilot CLI names the session, and takes what is added without anything around it.
    @Test
    void recordOfASessionIsFoundByItsId() throws Exception {
        mark("");
        String records = home + "/.copilot/session-state";
        String record = records + "/5e55/events.jsonl";
        String input = "{\"hook_event_name\":\"any\",\"session_id\":\"5e55\",%s}";

        String prompt = input.formatted("\"prompt\":\"Hello\"");
        assertThat(run("hand-over", prompt, "UserPromptSubmit", "prompt", records))
                .isEqualTo("hand-over --plain UserPromptSubmit " + record);
        String tool = input.formatted("\"tool_name\":\"any\"");
        assertThat(run("hand-over", tool, "PostToolUse", "tool", records))
                .isEqualTo("hand-over --within-turn --plain PostToolUse " + record);
        String answer =
                "\"tool_input\":{\"session_id\":\"no\"},\"tool_result\":\"[nudge-receipt-1-0123456789abcdef]\"";
        run("receipt", input.formatted(answer), records);
        assertThat(receipts.resolve("nudge-receipt-1-0123456789abcdef"))
                .hasContent("\"transcript_path\":\"" + record + "\"");
    }

    @Test
    void promptReceiptNamesTheRecordOfASession() throws Exception {
        mark(".typing");
        String input = "{\"session_id\":\"5e55\",\"prompt\":\"[nudge: job 1, automatic notice]\"}";

        run("hand-over", input, "UserPromptSubmit", "prompt", home + "/records");

        try (Stream<Path> left = Files.list(receipts)) {
            assertThat(left)
                    .singleElement()
                    .satisfies(receipt ->
                            assertThat(Files.readString(receipt))
                                    .startsWith(
                                            "{\"transcript_path\":\""
                                                    + home
                                                    + "/records/5e55/events.jsonl\","));
        }
    }

    /// The output of a job is in the answer, before the receipts.
    @Test
    void outputThatLooksLikeAReceiptKeepsNoOtherFromBeingLeft() throws Exception {
        String genuine = "nudge-receipt-7-0123456789abcdef";
        for (String imitation :
                List.of(
                        "nudge-receipt-7-" + "a".repeat(300),
                        "nudge-receipt-" + "7".repeat(300) + "-0123456789abcdef",
                        "nudge-receipt--",
                        "nudge-receipt-7-",
                        "nudge-receipt-7-0123")) {
            run("receipt", input(",\"tool_response\":\"%s [%s]\"".formatted(imitation, genuine)));

            assertThat(receipts.resolve(genuine)).as(imitation).exists();
            Files.delete(receipts.resolve(genuine));
        }
    }

    @Test
    void receiptThatCannotBeLeftKeepsNoOtherFromBeingLeft() throws Exception {
        Files.createDirectory(receipts.resolve("nudge-receipt-1-0123456789abcdef"));
        Process hook =
                start(
                        "receipt",
                        input(
                                ",\"tool_response\":\"[nudge-receipt-1-0123456789abcdef nudge-receipt-2-0123456789abcdef]\""));

        assertThat(new String(hook.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("nudge-receipt-1-0123456789abcdef");
        assertThat(hook.waitFor()).isEqualTo(1);
        assertThat(receipts.resolve("nudge-receipt-2-0123456789abcdef")).exists();
    }

    /// An agent must not take it for one that has left them.
    @Test
    void hookThatCannotLookForReceiptsFails() throws Exception {
        String answer = input(",\"tool_response\":\"[nudge-receipt-1-0123456789abcdef]\"");
        Path grep = Files.createDirectory(home.resolve("bin")).resolve("grep");
        Files.writeString(grep, "#!/bin/sh\nkill -KILL $$\n");
        Files.setPosixFilePermissions(grep, PosixFilePermissions.fromString("rwx------"));
        assertThat(start("receipt", answer).waitFor()).isEqualTo(1);

        Files.delete(grep);
        assertThat(run("receipt", "{\"tool_response\":\"nothing\"}")).isEmpty();
        assertThat(receipts).isEmptyDirectory();
    }
}
