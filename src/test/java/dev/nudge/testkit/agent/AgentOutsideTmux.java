package dev.nudge.testkit.agent;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.PlainTerminal;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/// An agent in a terminal without tmux, with nudge registered as a person would do it, for a user
/// of its own and against a scripted model.
public final class AgentOutsideTmux extends TestedAgent {
    private static final Map<String, String> KEYS = Map.of("Escape", "\u001b", "Enter", "\r");

    private PlainTerminal terminal;

    private AgentOutsideTmux(AgentProgram program) {
        super(program, Map.of());
        registerNudge();
        // A server that needs more than a moment for its first answer counts as an old one.
        user.startDaemon();
        terminal = open();
    }

    private PlainTerminal open(String... arguments) {
        String command = program.folder().resolve(program.command()).toString();
        return PlainTerminal.start(
                workspace,
                user.environment(),
                Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new));
    }

    /// Starts an agent, and waits until it is ready and has asked for nudge's tools.
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

    /// Starts another program in its place, after [#quit()]: for the same user, in the same folder,
    /// and against the same model.
    public void replace(AgentProgram next) {
        program = next;
        prepare();
        registerNudge();
        restart();
    }

    private void awaitConnected(long before) {
        await(() -> isReady(screen()) && connections() > before);
    }

    @Override
    public String screen() {
        return terminal.screen();
    }

    @Override
    public void keys(String... names) {
        Stream.of(names).map(name -> KEYS.getOrDefault(name, name)).forEach(terminal::type);
    }

    @Override
    public String account() {
        return screen() + "\n" + nudge("doctor") + nudge("ps", "-a") + user.log();
    }

    /// Types a text, and waits until it is shown.
    public void type(String text) {
        terminal.type(text);
        awaitText(text);
    }

    /// Waits until the screen shows a text.
    public void awaitText(String text) {
        await(() -> squeeze(screen()).contains(squeeze(text)));
    }

    @Override
    public void submit(String text) {
        type(text);
        Patience.rest(Duration.ofMillis(200));
        keys("Enter");
    }

    @Override
    public void close() {
        super.close();
        terminal.close();
    }
}
