package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.PlainTerminal;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.ClaudeCode;
import dev.nudge.testkit.agent.CopilotCli;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.QwenCode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Real agents in a terminal without tmux: what they are promised, and what wakes them there.
class OutsideTmuxEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;
    private static final Path NUDGE = Path.of("target/extension/bin/nudge").toAbsolutePath();
    private static final Map<String, String> KEYS = Map.of("Escape", "\u001b", "Enter", "\r");

    @AutoClose private final ScriptedModel model = ScriptedModel.start();
    @AutoClose private final NudgeUser user = NudgeUser.create();

    private PlainTerminal start(AgentProgram agent) {
        Path workspace = user.folder("workspace");
        user.environment().putAll(agent.environment(model.baseUrl()));
        user.environment().put("PATH", agent.folder() + ":" + user.environment().get("PATH"));
        agent.prepare(user.folder("home"), workspace, model.baseUrl());
        assertThat(nudge("install", agent.kind())).contains("nudge is registered");
        agent.trustNudge(user.folder("home"));
        // A server that needs more than a moment for its first answer counts as an old one.
        nudge("ps");
        assertThat(user.environment()).doesNotContainKeys("TMUX", "TMUX_PANE");
        return launch(agent);
    }

    private PlainTerminal launch(AgentProgram agent) {
        long before = greetings();
        PlainTerminal terminal =
                PlainTerminal.start(
                        user.folder("workspace"),
                        user.environment(),
                        agent.folder().resolve(agent.command()).toString());
        await(terminal, () -> isReady(agent, terminal));
        await(terminal, () -> greetings() > before);
        return terminal;
    }

    private long greetings() {
        return user.log().lines().filter(line -> line.contains("Client ")).count();
    }

    private static boolean isReady(AgentProgram agent, PlainTerminal terminal) {
        String screen = terminal.screen();
        List<String> answer = agent.startAnswer(screen);
        for (String key : answer) {
            terminal.type(KEYS.getOrDefault(key, key));
            // It may drop a key that comes too early; then it asks once more.
            Awaitility.await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        }
        return answer.isEmpty() && agent.emptyPrompt().matcher(screen).find();
    }

    private void await(PlainTerminal terminal, Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(PATIENCE).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    terminal.screen() + "\n" + nudge("doctor") + nudge("ps", "-a") + user.log(), e);
        }
    }

    private String nudge(String... words) {
        ProcessBuilder builder = new ProcessBuilder(NUDGE.toString());
        builder.command().addAll(List.of(words));
        builder.environment().clear();
        builder.environment().putAll(user.environment());
        builder.redirectErrorStream(true);
        try {
            Process program = builder.start();
            program.getOutputStream().close();
            try (InputStream out = program.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Lets the model call `run_long_command`, and returns the answer that it gets.
    private String ask(PlainTerminal terminal, String task, Map<String, Object> arguments) {
        long before = answers().count();
        model.onUserText(task).call(RealAgent.TOOL, arguments);
        terminal.type(task);
        await(terminal, () -> squeeze(terminal.screen()).contains(squeeze(task)));
        terminal.type("\r");
        await(terminal, () -> answers().count() > before);
        return answers().toList().getLast();
    }

    private Stream<String> answers() {
        return model.requests().stream().flatMap(r -> r.functionResponse(RealAgent.TOOL).stream());
    }

    private static String squeeze(String text) {
        return text.replaceAll("[\\s\\u00a0]", "");
    }

    private void assertToldOnce(PlainTerminal terminal, String part) {
        await(terminal, () -> model.wasAsked(part));
        assertThat(
                        model.requests().getLast().userTexts().stream()
                                .filter(text -> text.contains(part)))
                .hasSize(1);
    }

    @Test
    void tasksWakeClaudeCode() throws IOException {
        try (PlainTerminal terminal = start(ClaudeCode.withTasks())) {
            await(
                    terminal,
                    () ->
                            nudge("doctor")
                                    .contains(
                                            "Woken by: its tasks (MCP); what has no task waits, since it is in no tmux pane in which nudge types."));
            Path gate = user.folder("gates").resolve("gate");

            String answer =
                    ask(
                            terminal,
                            "the task",
                            Map.of("command", RealAgent.until(gate) + " $((40+2))"));

            assertThat(answer).containsPattern("job-1-[0-9a-f]{32}");
            Files.createFile(gate);
            assertToldOnce(terminal, "for 42");
        }
    }

    @Test
    void claudeCodeWithoutTasksIsPromisedNothing() {
        try (PlainTerminal terminal = start(new ClaudeCode())) {
            assertThat(ask(terminal, "the task", Map.of("command", "sleep 300")))
                    .contains("No tmux pane of this agent was found", "nothing has been started");
            assertThat(nudge("doctor"))
                    .contains(
                            "no result could be typed now. It does not run inside tmux.",
                            "Woken by: nothing, since tasks are turned off in it, and nudge's monitor does not run in it, and it is in no tmux pane in which nudge types.");
        }
    }

    static Stream<Arguments> agentsWithAnInbox() {
        return Stream.of(
                arguments(new Opencode(), "its inbox."),
                arguments(new QwenCode(), "its inbox."),
                arguments(new CopilotCli(true), "nudge's monitor in it."),
                arguments(
                        ClaudeCode.withMonitors(),
                        "nudge's monitor in it, since tasks are turned off in it."));
    }

    @ParameterizedTest
    @MethodSource("agentsWithAnInbox")
    void inboxWakesAgents(AgentProgram agent, String way) throws IOException {
        try (PlainTerminal terminal = start(agent)) {
            await(terminal, () -> nudge("doctor").contains("Woken by: " + way));
            Path gate = user.folder("gates").resolve("gate");

            String answer =
                    ask(
                            terminal,
                            "the task",
                            Map.of("command", RealAgent.until(gate) + " $((40+2))"));

            assertThat(answer).contains("I will notify you when it finishes.");
            terminal.type("my own words");
            await(terminal, () -> terminal.screen().contains("my own words"));
            Files.createFile(gate);
            assertToldOnce(terminal, "for 42");
            await(terminal, () -> terminal.screen().contains("my own words"));
            assertThat(nudge("show", "1")).contains("reported");
        }
    }

    private void submit(PlainTerminal terminal, String text) {
        terminal.type(text);
        await(terminal, () -> squeeze(terminal.screen()).contains(squeeze(text)));
        terminal.type("\r");
        await(terminal, () -> model.wasAsked(text));
    }

    /// What ends while the agent works comes once, and what it leaves behind goes to the next one
    /// in the same folder.
    @ParameterizedTest
    @MethodSource("agentsWithAnInbox")
    void nothingIsLostOrRepeated(AgentProgram agent, String way) throws IOException {
        Path working = user.folder("gates").resolve("working");
        Path left = user.folder("gates").resolve("left");
        try (PlainTerminal terminal = start(agent)) {
            await(terminal, () -> nudge("doctor").contains("Woken by: " + way));
            ask(terminal, "task one", Map.of("command", RealAgent.until(working) + " $((40+1))"));
            await(terminal, () -> isReady(agent, terminal));
            ask(terminal, "task two", Map.of("command", RealAgent.until(left) + " $((40+2))"));
            await(terminal, () -> isReady(agent, terminal));
            CountDownLatch answer = new CountDownLatch(1);
            model.onUserText("think about it").with(ModelReply.text("I have.").heldBefore(answer));
            submit(terminal, "think about it");
            Files.createFile(working);
            nudge("wait", "1");
            user.killDaemon();
            nudge("ps");
            answer.countDown();
            assertToldOnce(terminal, "for 41");
        }
        Files.createFile(left);
        nudge("wait", "2");
        try (PlainTerminal next = launch(agent)) {
            submit(next, "hello");
            await(next, () -> model.wasAsked("for 42"));
            submit(next, "hello again");
            assertToldOnce(next, "for 42");
        }
    }
}
