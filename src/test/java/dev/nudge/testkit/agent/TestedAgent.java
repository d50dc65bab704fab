package dev.nudge.testkit.agent;

import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ScriptedModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// An agent with nudge, for a user of its own and against a scripted model.
public abstract sealed class TestedAgent implements AutoCloseable
        permits RealAgent, AgentOutsideTmux {
    final NudgeUser user = NudgeUser.create();
    final ScriptedModel model = ScriptedModel.start();
    final Path workspace = user.folder("workspace");
    AgentProgram program;

    /// Describes the agent; nothing is started or registered yet.
    ///
    /// @param more variables
    TestedAgent(AgentProgram program, Map<String, String> more) {
        this.program = program;
        prepare();
        user.environment().putAll(more);
    }

    /// Writes the settings of its program, and sets the variables that this needs.
    final void prepare() {
        user.environment().putAll(program.environment(model.baseUrl()));
        user.environment().put("PATH", program.folder() + ":" + user.environment().get("PATH"));
        program.prepare(home(), workspace, model.baseUrl());
    }

    /// Registers nudge, and lets the agent trust it.
    void registerNudge() {
        String said = program.link(home()) ? "" : nudge("install", program.kind());
        if (!said.isEmpty() && !said.contains("nudge is registered")) {
            throw new AssertionError(said);
        }
        program.trustNudge(home());
    }

    /// Returns the screen.
    public abstract String screen();

    /// Presses keys by their tmux names.
    public abstract void keys(String... names);

    /// Types a text, waits until it is shown, and presses Enter.
    public abstract void submit(String text);

    /// Returns what a person would see, for the message of a failed test.
    public abstract String account();

    /// Waits until a condition is true.
    public void await(Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(Patience.LONG).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(account(), e);
        }
    }

    /// Waits until its prompt is there, empty. What it asks at its start is answered, whether it
    /// asks before it shows its prompt or afterwards.
    public void awaitReady() {
        await(() -> isReady(screen()));
    }

    boolean isReady(String screen) {
        return !answers(screen) && program.traits().emptyPrompt().matcher(screen).find();
    }

    /// Returns whether the agent has asked something; then that is answered. It may drop a key that
    /// comes too early; then it asks once more.
    boolean answers(String screen) {
        List<String> keys = program.startAnswer(screen);
        for (String key : keys) {
            keys(key);
            Patience.rest(Duration.ofMillis(500));
        }
        return !keys.isEmpty();
    }

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
        ProcessBuilder builder =
                user.program(
                        Stream.concat(Stream.of("/usr/bin/env", "--"), Stream.of(words)).toList());
        builder.environment().putAll(environment());
        return NudgeUser.text(builder.redirectErrorStream(true));
    }

    /// Lets the user ask for a command and the model call `run_long_command`; waits for its answer.
    ///
    /// @param task what the user asks, unlike any earlier
    /// @return the answer, as JSON
    public String ask(String task, String command) {
        return awaitAnswer(begin(task, "run_long_command", Map.of("command", command)));
    }

    /// Lets the user ask and the model call a tool of nudge, which may take its time.
    ///
    /// @param task what the user asks, unlike any earlier
    /// @return for [#awaitAnswer]
    public int begin(String task, String tool, Map<String, Object> arguments) {
        int before = model.requests().size();
        model.onUserText(task).call(program.tool(tool), arguments);
        submit(task);
        return before;
    }

    /// Waits for the answer of a tool, and returns it as JSON.
    public String awaitAnswer(int begun) {
        await(() -> answer(begun).findFirst().isPresent());
        return answer(begun).findFirst().orElseThrow();
    }

    private Stream<String> answer(int begun) {
        return model.requests().stream()
                .skip(begun)
                .flatMap(request -> request.functionResponses().stream())
                .map(Object::toString);
    }

    /// Waits until the model was asked with a text that contains this part, and returns that text.
    public String awaitTold(String part) {
        return awaitRequest(part).lastUserText();
    }

    /// Waits until the model was asked with a text that contains this part.
    public ModelRequest awaitRequest(String part) {
        try {
            return model.awaitUserTextContaining(part, Patience.LONG);
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

    /// Returns the folder that it starts in, which is beside its home.
    public Path workspace() {
        return workspace;
    }

    /// Returns a path for a file that a command waits for.
    public Path gate(String name) {
        return user.folder("gates").resolve(name);
    }

    /// Kills it, which is cheaper than its own end.
    @Override
    public void close() {
        user.close();
        model.close();
    }
}
