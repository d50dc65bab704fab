package dev.nudge.testkit.agent;

import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.Unchecked;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;

/// An agent with nudge, for a user of its own and against a scripted model.
public abstract sealed class TestedAgent implements AutoCloseable
        permits RealAgent, AgentOutsideTmux {
    static final Duration PATIENCE = Patience.LONG;

    final AgentProgram program;
    final NudgeUser user;
    final ScriptedModel model = ScriptedModel.start();
    final Path workspace;

    /// Describes the agent; nothing is started or registered yet.
    ///
    /// @param more variables
    TestedAgent(AgentProgram program, Map<String, String> more) {
        this.program = program;
        this.user = NudgeUser.with(more);
        this.workspace = user.folder("workspace");
        user.environment().putAll(program.environment(model.baseUrl()));
        user.environment().put("PATH", program.folder() + ":" + user.environment().get("PATH"));
        program.prepare(home(), workspace, model.baseUrl());
    }

    /// Returns what a person would see, for the message of a failed test.
    public abstract String account();

    /// Types a text, waits until it is shown, and presses Enter.
    public abstract void submit(String text);

    /// Returns the environment of what the user runs beside the agent.
    Map<String, String> environment() {
        return user.environment();
    }

    /// Runs nudge as this user, and returns what it printed, its complaints too.
    public String nudge(String... words) {
        return run(NudgeUser.command(words).toArray(String[]::new));
    }

    /// Runs a program as this user, and returns what it printed, its complaints too.
    public String run(String... words) {
        ProcessBuilder builder = new ProcessBuilder("/usr/bin/env", "--");
        builder.command().addAll(List.of(words));
        builder.environment().clear();
        builder.environment().putAll(environment());
        builder.redirectErrorStream(true);
        return Unchecked.get(() -> {
            Process program = builder.start();
            program.getOutputStream().close();
            try (InputStream out = program.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }

    /// Lets the user ask for a command and the model call `run_long_command`; waits for its answer.
    ///
    /// @param task what the user asks, unlike any earlier
    /// @return the answer, as JSON
    public String ask(String task, String command) {
        String tool = program.tool("run_long_command");
        model.onUserText(task).call(tool, Map.of("command", command));
        int before = model.requests().size();
        submit(task);
        try {
            return await().atMost(PATIENCE)
                    .until(
                            () ->
                                    model.requests().stream()
                                            .skip(before)
                                            .flatMap(r -> r.functionResponse(tool).stream())
                                            .toList(),
                            answers -> !answers.isEmpty())
                    .getFirst();
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("No answer of a tool.\n" + account(), e);
        }
    }

    /// Waits until the model was asked with a text that contains this part, and returns that text.
    public String awaitTold(String part) {
        return awaitRequest(part).lastUserText();
    }

    /// Waits until the model was asked with a text that contains this part.
    public ModelRequest awaitRequest(String part) {
        try {
            return model.awaitUserTextContaining(part, PATIENCE);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + account(), e);
        }
    }

    /// Returns how many of the user's texts in the whole conversation contain this part.
    public long timesTold(String part) {
        return model.requests().getLast().userTexts().stream()
                .filter(text -> text.contains(part))
                .count();
    }

    /// Returns how often an agent of this user has connected to the daemon.
    long connections() {
        return user.log()
                .lines()
                .filter(line -> line.matches(".*Client (initialize|discover) request.*"))
                .count();
    }

    static String squeeze(String text) {
        return text.replaceAll("[\\s\\u00a0]", "");
    }

    public ScriptedModel model() {
        return model;
    }

    public NudgeUser user() {
        return user;
    }

    public AgentProgram program() {
        return program;
    }

    public Path home() {
        return user.folder("home");
    }

    /// Returns a path for a file that a command waits for.
    public Path gate(String name) {
        return user.folder("gates").resolve(name);
    }

    @Override
    public void close() {
        model.close();
        user.close();
    }
}
