package dev.nudge.testkit.agent;

import dev.nudge.testkit.PlainTerminal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/// An agent in a terminal without tmux, with nudge registered as a person would do it, for a user
/// of its own and against a scripted model.
public final class AgentOutsideTmux extends TestedAgent {
    private static final Map<String, String> KEYS = Map.of("Escape", "\u001b", "Enter", "\r");

    private PlainTerminal terminal;

    private AgentOutsideTmux(AgentProgram program) {
        super(program, Map.of());
        user.run("install", program.kind());
        program.trustNudge(home());
        // A server that needs more than a moment for its first answer counts as an old one.
        user.run("ps");
        terminal = open();
    }

    private PlainTerminal open(String... arguments) {
        String command = program.folder().resolve(program.command()).toString();
        return PlainTerminal.start(
                workspace,
                user.environment(),
                Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new));
    }

    /// Ends the agent with its terminal, and all that it has started.
    public void quit() {
        terminal.close();
    }

    /// Starts the agent again, after [#quit()], and waits as [#started(AgentProgram)] does.
    public void restart(String... arguments) {
        long before = connections();
        terminal = open(arguments);
        awaitConnected(before);
    }

    private void awaitConnected(long before) {
        await(() -> isReady() && connections() > before);
    }

    /// Waits until its prompt is there, empty.
    public void awaitReady() {
        await(this::isReady);
    }

    /// Starts an agent, and waits until it is ready and has asked for nudge's tools. What it asks
    /// is answered, whether it asks before it shows its prompt or afterwards.
    public static AgentOutsideTmux started(AgentProgram program) {
        AgentOutsideTmux agent = new AgentOutsideTmux(program);
        try {
            agent.awaitConnected(0);
            return agent;
        } catch (Throwable e) {
            agent.close();
            throw e;
        }
    }

    private boolean isReady() {
        String screen = terminal.screen();
        List<String> answer = program.startAnswer(screen);
        for (String key : answer) {
            terminal.type(KEYS.getOrDefault(key, key));
            // It may drop a key that comes too early; then it asks once more.
            Awaitility.await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        }
        return answer.isEmpty() && program.emptyPrompt().matcher(screen).find();
    }

    /// Waits until a condition is true.
    public void await(Callable<Boolean> condition) {
        try {
            Awaitility.await().atMost(PATIENCE).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(account(), e);
        }
    }

    @Override
    public String account() {
        return terminal.screen() + "\n" + nudge("doctor") + nudge("ps", "-a") + user.log();
    }

    /// Types a text, and waits until it is shown.
    public void type(String text) {
        terminal.type(text);
        awaitText(text);
    }

    /// Waits until the screen shows a text.
    public void awaitText(String text) {
        await(() -> squeeze(terminal.screen()).contains(squeeze(text)));
    }

    @Override
    public void submit(String text) {
        type(text);
        Awaitility.await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        terminal.type("\r");
    }

    @Override
    public void close() {
        terminal.close();
        super.close();
    }
}
